import type { accountsCalls } from '@skyport/contract/accounts';
import { inTransaction, type Db } from '@skyport/db';
import { consoleBase, mailIsOn, queueMail, type Letter } from '../mail/index.ts';
import { tell } from '../notices/index.ts';
import { HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import type { AccountType, CallContext, Deps, Handler } from '../platform/deps.ts';
import { networkOf } from '../platform/networks.ts';
import { refuse } from '../platform/refuse.ts';
import { sameBytes, sha256 } from '../platform/secrets.ts';
import { refundIfThrottled, spendAttempts } from '../platform/attempts.ts';
import { addressAttempts } from '../platform/attempt-limits.ts';
import { bell, letters, timeText } from './letters.ts';
import { hashPassword } from './password.ts';
import {
  changePasswordHash,
  findHolder,
  insertRequest,
  lockHolder,
  removeOpenRequests,
  type HolderRow,
  type RequestRow,
} from './request-store.ts';
import { linkPartsOf } from './rules.ts';
import { deviceOf } from './session-rules.ts';
import { removeSessions } from './store.ts';
import { releaseTelegram } from './telegram-link.ts';

type Calls = typeof accountsCalls;

/** How long the link of a mail works. */
export const LINK_MS = { signup: 24 * HOUR_MS, password: 30 * MINUTE_MS, email: 30 * MINUTE_MS } as const;

const NOBODY = Buffer.alloc(32);

/**
 * The account whose current subscription link this is. The link is read, never fetched. Undefined for everything else, in
 * the same time: an old link, a link of nobody, of a disabled account, or no link at all.
 */
const holderOfLink = async (url: string, { db, secrets }: Pick<Deps, 'db' | 'secrets'>) => {
  const parts = linkPartsOf(url);
  const holder = parts && (await findHolder(db, parts.userId));
  const right = sameBytes(secrets.mac('userkey', parts?.userkey ?? ''), holder?.userkeyHash ?? NOBODY);
  return right && holder && !holder.disabled ? holder : undefined;
};

/** Whether somebody may find out about an account, or change its password, by its subscription link. */
const mayRecover = ({ type, canChangePassword }: HolderRow): boolean => canChangePassword && !isStaff(type);

/** Staff never log in by a mailed link: their sessions are short and their mailbox is not their key. */
export const isStaff = (type: AccountType): boolean => type === 'admin' || type === 'yunying';

/** When and from where something was asked, in the words of a letter. */
export const happening = (address: string, { clock, settings }: Pick<Deps, 'clock' | 'settings'>) => {
  const { site_name: site, timezone } = settings.current();
  return { site, time: timeText(clock.now(), timezone), address };
};

/** Tells an account's owner what concerns its safety: in the bell, by mail, and on Telegram unless that is unwanted. */
export const tellOwner = async (
  trx: Db,
  deps: Deps,
  { user, text, letter, kind }: { user: HolderRow; text: string; letter: Letter; kind: string },
): Promise<void> => {
  await tell(trx, deps, { userId: user.id, kind: 'security', href: '#/user_info', text, letter, name: kind });
};

/** Finds an account's e-mail address by its link, and tells its owner. */
export const getEmail: Handler<Calls['getEmail']> = async ({ describUrl }, { address }, deps) => {
  await spendAttempts(deps, addressAttempts('get_email.address', address));
  const user = (await holderOfLink(describUrl, deps)) ?? refuse('linkWrong');
  if (!mayRecover(user)) refuse('accountForbids');
  await spendAttempts(deps, [{ kind: 'get_email.account', key: user.id }]);
  const what = happening(address, deps);
  await inTransaction(deps.db, (trx) =>
    tellOwner(trx, deps, { user, text: bell.emailAsked(what), letter: letters.emailAsked(what), kind: 'email_asked' }),
  );
  return user.email;
};

/** Asks for another password: at once, or where mail is set up by a link in a mail. */
export const resetPassword: Handler<Calls['resetPassword']> = async (input, context, deps) => {
  const { address } = context;
  const byAddress = await spendAttempts(deps, addressAttempts('reset.address', address));
  const user = (await holderOfLink(input.describUrl, deps)) ?? refuse('linkWrong');
  if (user.email !== input.email) refuse('emailWrong');
  if (!mayRecover(user)) refuse('accountForbids');
  const byAccount = await spendAttempts(deps, [{ kind: 'reset.account', key: user.id }]);
  const taken = [...byAddress, ...byAccount];
  const passwordHash = await refundIfThrottled(deps.db, taken, hashPassword(input.password, deps));
  if (!mailIsOn(deps.settings.current())) {
    await inTransaction(deps.db, (trx) => setPassword(trx, deps, { user, passwordHash, address }));
    return { mailed: false };
  }
  const asker = askerOf(context);
  await inTransaction(deps.db, (trx) =>
    mailRequest(trx, deps, { user, kind: 'password', passwordHash, host: input.host, ...asker }),
  );
  return { mailed: true };
};

/** Changes the password now: every session, open request and binding to Telegram ends, and the owner is told. */
export const setPassword = async (
  trx: Db,
  deps: Deps,
  { user, passwordHash, address }: { user: HolderRow; passwordHash: string; address: string },
): Promise<void> => {
  await lockHolder(trx, user.id);
  await changePasswordHash(trx, user.id, passwordHash);
  await removeSessions(trx, user.id);
  await removeOpenRequests(trx, user.id, 'password');
  await removeOpenRequests(trx, user.id, 'email');
  const what = happening(address, deps);
  const told = { text: bell.passwordChanged(what), letter: letters.passwordChanged(what), kind: 'password_changed' };
  await tellOwner(trx, deps, { user, ...told });
  await releaseTelegram(trx, deps, { userId: user.id, reason: 'password' });
};

/** Who asks for a mailed link. */
export interface Asker {
  readonly address: string;
  readonly userAgent: string;
  /** SHA-256 of the mark by which the browser is known again when the link is opened. */
  readonly mark: Buffer;
}

/** Whoever a call comes from, whose browser is marked. */
export const askerOf = (context: Pick<CallContext<unknown>, 'address' | 'userAgent' | 'identifyBrowser'>): Asker => ({
  address: context.address,
  userAgent: context.userAgent,
  mark: context.identifyBrowser(),
});

/** What a mailed link will do. `host` only selects one of the configured domains. */
interface Asked extends Asker {
  readonly user: HolderRow;
  readonly kind: RequestRow['kind'];
  readonly passwordHash: string | null;
  /** The new address, to which this mail goes; every other goes to the account's own. */
  readonly email?: string;
  readonly host: string;
}

const ACTIONS = { signup: 'signup_confirm', password: 'change_password', email: 'change_email' } as const;
/** The letter of each kind of link. */
const LETTERS = { signup: letters.signup, password: letters.reset, email: letters.emailChange } as const;

/**
 * Makes a request and the mail with its link, in the caller's transaction; an older open one of its kind ends. Refuses
 * `emailWrong` when the address is none that mail could go to.
 */
export const mailRequest = async (trx: Db, deps: Deps, asked: Asked): Promise<void> => {
  const { user, kind, passwordHash, email, address, host } = asked;
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
    markHash: asked.mark,
    askedDevice: deviceOf(asked.userAgent),
    askedNetwork: networkOf(address),
  });
  const query = new URLSearchParams({ action: ACTIONS[kind], serial_id: id, key });
  const url = `${baseFor(user, host, deps)}/#/confirm?${query.toString()}`;
  const what = happening(address, deps);
  const mail = { to: email ?? user.email, kind: ACTIONS[kind], letter: LETTERS[kind](what, url), expiresAt };
  const queued = await queueMail(trx, deps, mail);
  if (!queued) refuse('emailWrong');
};

/** An agency's customers stay on the agency's domain; everybody else gets the page they asked from, if it is ours. */
const baseFor = (user: HolderRow, host: string, { env, settings }: Deps): string => {
  const current = settings.current();
  const agency = user.isAgencyUser ? current.agency_user_domain.trim() : '';
  return agency ? consoleBase(env, { preferDomain: agency }, agency) : consoleBase(env, current, host);
};
