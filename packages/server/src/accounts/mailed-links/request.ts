import type { Db } from '@skyport/db';
import { consoleBase, queueMail } from '../../mail/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { CallContext, Deps } from '../../platform/deps.ts';
import { networkOf } from '../../platform/networks.ts';
import { refuse } from '../../platform/refuse.ts';
import { sha256 } from '../../platform/secrets.ts';
import { messageContext } from '../messages/notify-owner.ts';
import { mailTexts } from '../messages/texts.ts';
import { deviceOf } from '../sessions/device.ts';
import { insertRequest, lockHolder, type HolderRow, type RequestRow } from './store.ts';

/** How long the link of a mail works. */
export const LINK_MS = { signup: 24 * HOUR_MS, password: 30 * MINUTE_MS, email: 30 * MINUTE_MS } as const;

/** Who asks for a mailed link. */
export interface Asker {
  readonly address: string;
  readonly userAgent: string;
  /** SHA-256 of the browser's id, by which it is recognised when the link is opened. */
  readonly browserIdHash: Buffer;
}

/** Whoever a call comes from; their browser gets an id if it has none. */
export const askerOf = (context: Pick<CallContext<unknown>, 'address' | 'userAgent' | 'identifyBrowser'>): Asker => ({
  address: context.address,
  userAgent: context.userAgent,
  browserIdHash: context.identifyBrowser(),
});

/** What a mailed link will do. `host` only selects one of the configured domains. */
interface LinkDraft extends Asker {
  readonly user: HolderRow;
  readonly kind: RequestRow['kind'];
  readonly passwordHash: string | null;
  /** The new address, to which this mail goes; every other goes to the account's own. */
  readonly email?: string;
  readonly host: string;
}

const ACTIONS = { signup: 'signup_confirm', password: 'change_password', email: 'change_email' } as const;

/** The mail of each kind of link. */
const MAIL_TEXTS = { signup: mailTexts.signup, password: mailTexts.reset, email: mailTexts.emailChange } as const;

/**
 * Makes a request and the mail with its link, in the caller's transaction; an older open one of its kind ends. Refuses
 * `emailWrong` when the address is none that mail could go to.
 */
export const mailRequest = async (trx: Db, deps: Deps, draft: LinkDraft): Promise<void> => {
  const { user, kind, passwordHash, email, address, host } = draft;
  const [id, key, createdAt] = [deps.ids.next(), deps.ids.token(), deps.clock.now()];
  const expiresAt = new Date(createdAt.getTime() + LINK_MS[kind]);
  await lockHolder(trx, user.id);
  await insertRequest(trx, {
    id,
    userId: user.id,
    kind,
    keyHash: sha256(key),
    passwordHash,
    email: email ?? null,
    userkeyHash: user.userkeyHash,
    createdAt,
    expiresAt,
    browserIdHash: draft.browserIdHash,
    askedDevice: deviceOf(draft.userAgent),
    askedNetwork: networkOf(address),
  });
  const query = new URLSearchParams({ action: ACTIONS[kind], serial_id: id, key });
  const url = `${baseFor(user, host, deps)}/#/confirm?${query.toString()}`;
  const what = messageContext(address, deps);
  const [to, message] = [email ?? user.email, MAIL_TEXTS[kind](what, url)];
  const queued = await queueMail(trx, deps, { to, kind: ACTIONS[kind], urgency: 'link', message, expiresAt });
  if (!queued) refuse('emailWrong');
};

/** An agency's customers stay on the agency's domain; everybody else gets the page they asked from, if it is ours. */
const baseFor = (user: HolderRow, host: string, { env, settings }: Deps): string => {
  const current = settings.current();
  const agency = user.isAgencyUser ? current.agency_user_domain.trim() : '';
  return agency ? consoleBase(env, { preferDomain: agency }, agency) : consoleBase(env, current, host);
};
