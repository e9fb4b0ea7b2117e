import type { LinkAsker } from '@skyport/contract/accounts';
import { inTransaction, type Db } from '@skyport/db';
import type { ConfirmAnswer, ConfirmRequest, ConfirmRoute } from '../../platform/confirm-route.ts';
import type { Deps } from '../../platform/deps.ts';
import { maskedEmail } from '../../platform/masked-email.ts';
import { sameBytes, sha256 } from '../../platform/secrets.ts';
import { addressAttempts } from '../../platform/attempt-limits.ts';
import { takeAttempts } from '../../platform/attempts.ts';
import { orTaken, setEmail } from '../profile/email.ts';
import { isStaff } from '../../platform/staff.ts';
import { setPassword } from '../log-in/set-password.ts';
import {
  changeConfirmed,
  findHolder,
  findRequest,
  lockHolder,
  noteUsed,
  type HolderRow,
  type StoredRequest,
} from './store.ts';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const KEY = /^[A-Za-z0-9_-]{43}$/;

const NOT_FOUND: ConfirmAnswer = { code: 'notFound' };
const DONE: ConfirmAnswer = { code: 'ok' };
const TAKEN: ConfirmAnswer = { code: 'emailTaken' };

/** A link as it is opened: by a page that was only loaded, or by somebody who was shown who asked and clicked. */
export type Opening = ConfirmRequest & { readonly clicked: boolean };

/** Opens the links of mails for the gate: what the page asks for as it is loaded. */
export const createConfirmRoute =
  (deps: Deps): ConfirmRoute =>
  (request) =>
    openMailedLink(deps, { ...request, clicked: false });

/**
 * Opens a mailed link. It works once within its time; opened again within it, it still says that all is well (pages
 * load twice, people click twice), but nothing changes and nobody is logged in. In another browser than the one that
 * asked it changes nothing before somebody has clicked (`otherBrowser`). Everything else answers `notFound`.
 */
export const openMailedLink = async (deps: Deps, opening: Opening): Promise<ConfirmAnswer> => {
  if (!isWellFormed(opening)) return NOT_FOUND;
  const answer = await orTaken(
    inTransaction(deps.db, (trx) => openLink(trx, deps, opening)),
    () => TAKEN,
  );
  if (answer.code !== NOT_FOUND.code) return answer;
  // Nobody guesses a key: wrong ones are bounded, and hold no neighbour with a right one back.
  const tried = await takeAttempts(deps, addressAttempts('confirm.address', opening.address));
  return 'taken' in tried ? answer : { code: 'throttled' };
};

const isWellFormed = ({ serialId, key }: Pick<ConfirmRequest, 'serialId' | 'key'>): boolean =>
  ID.test(serialId) && KEY.test(key);

/** What stands behind a mailed link: the request that it opens, and the account that the request is for. */
interface RequestOfHolder {
  readonly found: StoredRequest;
  readonly user: HolderRow;
}

/** The open request behind a link and its account; undefined when the link would open nothing. */
export const findOpenRequest = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  link: Pick<ConfirmRequest, 'kind' | 'serialId' | 'key'>,
): Promise<RequestOfHolder | undefined> => {
  const found = isWellFormed(link) ? await findRequest(db, link.serialId) : undefined;
  const user = found && (await findHolder(db, found.userId));
  return found && user && isValid({ found, user }, link, clock.now()) ? { found, user } : undefined;
};

const openLink = async (trx: Db, deps: Deps, opening: Opening): Promise<ConfirmAnswer> => {
  const first = await findRequest(trx, opening.serialId);
  const user = first && (await lockHolder(trx, first.userId));
  // Read again behind the lock: of two who open a link at once, the second must see that it is used.
  const found = user && (await findRequest(trx, opening.serialId));
  if (!found || !isValid({ found, user }, opening, deps.clock.now())) return NOT_FOUND;
  if (found.usedAt) return DONE;
  if (!opening.clicked && !isSameBrowser(found, opening)) {
    return { code: 'otherBrowser', asked: presentAsker(found, user.email) };
  }
  if (found.email !== null) return confirmEmail(trx, deps, { user, found, address: opening.address });
  await noteUsed(trx, found.id, deps.clock.now());
  await changeConfirmed(trx, user.id);
  if (found.passwordHash !== null) {
    await setPassword(trx, deps, { user, passwordHash: found.passwordHash, address: opening.address });
  }
  return logInAfter({ ...user, passwordHash: found.passwordHash ?? user.passwordHash }, opening);
};

/** Whom an opened link logs in, if anybody. */
const logInAfter = (user: HolderRow, { accountId }: Opening): ConfirmAnswer => {
  // A mailbox is no second step: whoever has one logs in with it.
  if (isStaff(user.type) || user.secondStep) return DONE;
  // A link could be anybody's: it never takes a browser away from the account that is logged in there.
  if (accountId !== undefined && accountId !== user.id) return { code: 'ok', otherAccount: true };
  const { id, type, passwordHash, secondStep } = user;
  return { code: 'ok', session: { id, type, passwordHash, secondStep } };
};

const isSameBrowser = (found: StoredRequest, { browserIdHash }: ConfirmRequest): boolean =>
  found.browserIdHash !== null && browserIdHash !== undefined && sameBytes(found.browserIdHash, browserIdHash);

/** Who asked, for whoever holds the link: of the address only as much as its owner needs to recognise it. */
const presentAsker = (found: StoredRequest, email: string): LinkAsker => ({
  email: maskedEmail(email),
  at: found.createdAt.toISOString(),
  device: found.askedDevice,
  network: found.askedNetwork,
});

/**
 * The new address takes effect. It logs nobody in: that a mailbox can be read says nothing about whose account it is.
 */
const confirmEmail = async (
  trx: Db,
  deps: Deps,
  { user, found, address }: RequestOfHolder & { readonly address: string },
): Promise<ConfirmAnswer> => {
  const changed = await setEmail(trx, deps, { user, email: found.email ?? '', address });
  if (!changed) return TAKEN;
  await noteUsed(trx, found.id, deps.clock.now());
  return DONE;
};

/**
 * Whether the link has the right key, is in time, and still wanted: a new subscription link or a lost
 * right ends a reset.
 */
const isValid = (
  { found, user }: RequestOfHolder,
  { kind, key }: Pick<ConfirmRequest, 'kind' | 'key'>,
  now: Date,
): boolean => {
  if (!sameBytes(sha256(key), found.keyHash) || found.kind !== kind || found.expiresAt <= now || user.disabled) {
    return false;
  }
  if (kind === 'signup') return true;
  if (!sameBytes(found.userkeyHash, user.userkeyHash) || !user.canChangePassword) return false;
  return kind === 'email' || !isStaff(user.type);
};
