import { inTransaction, type Db } from '@skyport/db';
import type { ConfirmAnswer, ConfirmRequest, ConfirmRoute } from '../platform/confirm-route.ts';
import type { Deps } from '../platform/deps.ts';
import { sameBytes, sha256 } from '../platform/secrets.ts';
import { addressTries } from '../platform/try-limits.ts';
import { giveBack, takeTries } from '../platform/tries.ts';
import { orTaken, setEmail } from './email.ts';
import { isStaff, setPassword } from './recover.ts';
import {
  changeConfirmed,
  findRequest,
  lockHolder,
  noteUsed,
  type HolderRow,
  type StoredRequest,
} from './request-store.ts';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const KEY = /^[A-Za-z0-9_-]{43}$/;

const DEAD: ConfirmAnswer = { code: 'notFound' };
const DONE: ConfirmAnswer = { code: 'ok' };
const TAKEN: ConfirmAnswer = { code: 'emailTaken' };

/**
 * Opens mailed links. A link works once within its time; opened again within it, it still says that all is well (pages
 * load twice, people click twice), but nothing changes and nobody is logged in. Everything else answers `notFound`.
 */
export const createConfirmRoute =
  (deps: Deps): ConfirmRoute =>
  async (request) => {
    if (!ID.test(request.serialId) || !KEY.test(request.key)) return DEAD;
    const tried = await takeTries(deps, addressTries('confirm.address', request.address));
    if (!('taken' in tried)) return { code: 'throttled' };
    const answer = await orTaken(
      inTransaction(deps.db, (trx) => openLink(trx, deps, request)),
      () => TAKEN,
    );
    if (answer.code !== DEAD.code) await giveBack(deps.db, tried.taken);
    return answer;
  };

const openLink = async (trx: Db, deps: Deps, request: ConfirmRequest): Promise<ConfirmAnswer> => {
  const first = await findRequest(trx, request.serialId);
  const user = first && (await lockHolder(trx, first.userId));
  // Read again behind the lock: of two who open a link at once, the second must see that it is used.
  const found = user && (await findRequest(trx, request.serialId));
  if (!found || !isRight(found, user, request, deps.clock.now())) return DEAD;
  if (found.usedAt) return DONE;
  if (found.email !== null) return confirmEmail(trx, deps, { user, found, address: request.address });
  await noteUsed(trx, found.id, deps.clock.now());
  await changeConfirmed(trx, user.id);
  if (found.passwordHash !== null) {
    await setPassword(trx, deps, { user, passwordHash: found.passwordHash, address: request.address });
  }
  // A mailbox is no second step: whoever has one logs in with it.
  return isStaff(user.type) || user.secondStep ? DONE : { code: 'ok', session: { id: user.id, type: user.type } };
};

/** The new address takes effect. It logs nobody in: that a mailbox can be read says nothing about whose account it is. */
const confirmEmail = async (
  trx: Db,
  deps: Deps,
  { user, found, address }: { user: HolderRow; found: StoredRequest; address: string },
): Promise<ConfirmAnswer> => {
  const changed = await setEmail(trx, deps, { user, email: found.email ?? '', address });
  if (!changed) return TAKEN;
  await noteUsed(trx, found.id, deps.clock.now());
  return DONE;
};

/** Whether the link is right, in time, and still wanted: a new subscription link or a lost right ends a reset. */
const isRight = (found: StoredRequest, user: HolderRow, { kind, key }: ConfirmRequest, now: Date): boolean => {
  if (!sameBytes(sha256(key), found.keyHash) || found.kind !== kind || found.expiresAt <= now || user.disabled) {
    return false;
  }
  if (kind === 'signup') return true;
  if (!sameBytes(found.userkeyHash, user.userkeyHash) || !user.canChangePassword) return false;
  return kind === 'email' || !isStaff(user.type);
};
