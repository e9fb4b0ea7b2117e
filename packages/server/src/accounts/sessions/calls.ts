import type { sessionsCalls } from '@skyport/contract/sessions';
import { inTransaction, type Db } from '@skyport/db';
import { notify } from '../../notices/index.ts';
import { audit } from '../../platform/audit.ts';
import type { Account, CallContext, Deps, Handler, HandlersOf } from '../../platform/deps.ts';
import { refuse } from '../../platform/refuse.ts';
import { bellTexts } from '../messages/texts.ts';
import { lockHolder } from '../mailed-links/store.ts';
import { messageContext } from '../messages/notify-owner.ts';
import { deviceOf } from './device.ts';
import { sessionsOf } from './list.ts';
import { removeOtherSessions, removeSession } from './store.ts';

type Calls = typeof sessionsCalls;

const sessions: Handler<Calls['sessions']> = (_input, { caller }, deps) => sessionsOf(deps, caller.id, caller);

/** An end of sessions: who asked for it by which call, what the audit keeps of it, and what the owner is told. */
interface EndOfSessions {
  readonly by: Pick<CallContext<Account>, 'caller' | 'address'>;
  readonly call: string;
  readonly detail: object;
  readonly text: string;
}

/** Writes down who ended what, and notifies the account's owner: it may have been somebody else. */
const recordEnd = async (trx: Db, deps: Deps, { by, call, detail, text }: EndOfSessions): Promise<void> => {
  const { caller, address } = by;
  await notify(trx, deps, { userId: caller.id, kind: 'security', href: '#/user_info', text, name: 'sessions_ended' });
  await audit(trx, deps, [{ actor: caller.id, address, call, kind: 'session', object: caller.id, detail }]);
};

const endSession: Handler<Calls['endSession']> = async ({ id }, context, deps) => {
  const { caller, address } = context;
  const gone = await inTransaction(deps.db, async (trx) => {
    const found = await removeSession(trx, { id, userId: caller.id });
    if (!found) return undefined;
    const device = deviceOf(found.client);
    const text = bellTexts.sessionEnded(messageContext(address, deps), device);
    const detail = { device, network: found.network };
    await recordEnd(trx, deps, { by: context, call: 'accounts.endSession', detail, text });
    return found;
  });
  if (!gone) return refuse('notFound');
  if (gone.tokenHash.equals(caller.session)) await context.endSession();
  return {};
};

const logoutEverywhere: Handler<Calls['logoutEverywhere']> = async ({ keep_this }, context, deps) => {
  const { caller, address } = context;
  const others = await inTransaction(deps.db, async (trx) => {
    // One that begins at this very moment is either there before the lock, and ends, or finds its account's others
    // gone.
    await lockHolder(trx, caller.id);
    const gone = await removeOtherSessions(trx, { userId: caller.id, keep: caller.session });
    // Nothing has happened: whoever asks again and again fills neither the owner's mailbox nor the audit.
    if (keep_this && gone.length === 0) return 0;
    const text = bellTexts.sessionsEnded(messageContext(address, deps), keep_this);
    const detail = { ended: gone.length, keptOwn: keep_this };
    await recordEnd(trx, deps, { by: context, call: 'accounts.logoutEverywhere', detail, text });
    return gone.length;
  });
  if (keep_this) return { ended: others };
  await context.endSession();
  return { ended: others + 1 };
};

/** Where an account is logged in, and the end of it. */
export const sessionsHandlers: HandlersOf<Calls> = { sessions, endSession, logoutEverywhere };
