import type { sessionsCalls, SessionInfo } from '@skyport/contract/sessions';
import { inTransaction, type Db } from '@skyport/db';
import { tell } from '../../notices/index.ts';
import { audit } from '../../platform/audit.ts';
import type { Account, CallContext, Deps, Handler, HandlersOf } from '../../platform/deps.ts';
import { refuse } from '../../platform/refuse.ts';
import { bellTexts } from '../messages/texts.ts';
import { happening } from '../messages/tell-owner.ts';
import { deviceOf } from './device.ts';
import { listSessions, removeOtherSessions, removeSession, type SessionRow } from './store.ts';

type Calls = typeof sessionsCalls;

const present = (row: SessionRow, caller: Account): SessionInfo => ({
  _id: row.id,
  device: deviceOf(row.client),
  network: row.network,
  createTime: row.createdAt.toISOString(),
  lastSeen: row.lastSeenAt.toISOString(),
  current: row.tokenHash.equals(caller.session),
});

const sessions: Handler<Calls['sessions']> = async (_input, { caller }, { db, clock }) => {
  const rows = await listSessions(db, caller.id, clock.now());
  return rows.map((row) => present(row, caller)).toSorted((a, b) => Number(b.current) - Number(a.current));
};

/** Writes down who ended what, and tells the account's owner: it may have been somebody else. */
const report = async (
  trx: Db,
  deps: Deps,
  { caller, address }: Pick<CallContext<Account>, 'caller' | 'address'>,
  { call, text, detail }: { call: string; text: string; detail: object },
): Promise<void> => {
  await tell(trx, deps, { userId: caller.id, kind: 'security', href: '#/user_info', text, name: 'sessions_ended' });
  await audit(trx, deps, [{ actor: caller.id, address, call, kind: 'session', object: caller.id, detail }]);
};

const endSession: Handler<Calls['endSession']> = async ({ id }, context, deps) => {
  const { caller, address } = context;
  const gone = await inTransaction(deps.db, async (trx) => {
    const found = await removeSession(trx, { id, userId: caller.id });
    if (!found) return undefined;
    const device = deviceOf(found.client);
    const text = bellTexts.sessionEnded(happening(address, deps), device);
    await report(trx, deps, context, { call: 'accounts.endSession', text, detail: { device, network: found.network } });
    return found;
  });
  if (!gone) return refuse('notFound');
  if (gone.tokenHash.equals(caller.session)) await context.endSession();
  return {};
};

const logoutEverywhere: Handler<Calls['logoutEverywhere']> = async ({ keep_this }, context, deps) => {
  const { caller, address } = context;
  const others = await inTransaction(deps.db, async (trx) => {
    const gone = await removeOtherSessions(trx, { userId: caller.id, keep: caller.session });
    const text = bellTexts.sessionsEnded(happening(address, deps), keep_this);
    const detail = { ended: gone.length, keptOwn: keep_this };
    await report(trx, deps, context, { call: 'accounts.logoutEverywhere', text, detail });
    return gone.length;
  });
  if (keep_this) return { ended: others };
  await context.endSession();
  return { ended: others + 1 };
};

/** Where an account is logged in, and the end of it. */
export const sessionsHandlers: HandlersOf<Calls> = { sessions, endSession, logoutEverywhere };
