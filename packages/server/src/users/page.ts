import { USER_ORDERS, type userPageCalls } from '@skyport/contract/users-page';
import { inTransaction, type Db } from '@skyport/db';
import { emailsOf, endAllSessions, type EndedSession, endOneSession, sessionsOf } from '../accounts/index.ts';
import { couponUsesOf } from '../coupons/index.ts';
import { listSentNotices } from '../notices/index.ts';
import { staffOrdersOf } from '../orders/index.ts';
import { dayOf } from '../platform/clock.ts';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { recordsOf } from '../traffic/index.ts';
import { findBalances } from './balance-store.ts';
import { presentBalances } from './balances.ts';
import { lineAccess } from './line-access.ts';

type Calls = typeof userPageCalls;

/** The address of an account. Refuses `notFound`. */
const emailOf = async (db: Db, id: string): Promise<string> => (await emailsOf(db, [id])).get(id) ?? refuse('notFound');

const balances: Handler<Calls['balances']> = async ({ uid }, _context, { db, clock, settings }) => {
  const row = (await findBalances(db, uid)) ?? refuse('notFound');
  return presentBalances(row, clock.now(), dayOf(clock.now(), settings.current().timezone));
};

const endSession: Handler<Calls['endSession']> = async ({ uid, id }, { audited, address }, deps) =>
  inTransaction(deps.db, async (trx) => {
    const of = { ids: [uid], note: (ended: EndedSession) => ended };
    await audited(
      trx,
      of,
      async () => (await endOneSession(trx, deps, { id, userId: uid, address })) ?? refuse('notFound'),
    );
    return {};
  });

const endSessions: Handler<Calls['endSessions']> = async ({ uid }, { audited, address }, deps) =>
  inTransaction(deps.db, async (trx) => {
    const of = { ids: [uid], note: (ended: number) => ({ ended }) };
    return { ended: await audited(trx, of, () => endAllSessions(trx, deps, { userId: uid, address })) };
  });

const notices: Handler<Calls['notices']> = async ({ uid }, _context, { db }) => {
  await emailOf(db, uid);
  const sent = await listSentNotices(db, uid);
  return sent.map(({ id, text, createdAt, clickedAt }) => ({
    _id: id,
    desc: text,
    time: createdAt.toISOString(),
    clicked: clickedAt?.toISOString() ?? null,
  }));
};

/** What the page of one account shows. */
export const userPageHandlers: HandlersOf<Calls> = {
  balances,
  orders: async ({ uid }, _context, { db }) => {
    await emailOf(db, uid);
    return staffOrdersOf(db, uid, USER_ORDERS);
  },
  records: async ({ uid }, _context, deps) => (await recordsOf(deps, uid)) ?? refuse('notFound'),
  couponUses: async ({ uid }, _context, { db }) => couponUsesOf(db, { id: uid, email: await emailOf(db, uid) }),
  sessions: async ({ uid }, { caller }, deps) => {
    await emailOf(deps.db, uid);
    return sessionsOf(deps, uid, caller);
  },
  endSession,
  endSessions,
  notices,
  lineAccess,
};
