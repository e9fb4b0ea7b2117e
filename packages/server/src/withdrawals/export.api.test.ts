import { codes } from '@skyport/contract/codes';
import { exportPath } from '@skyport/contract/list-export';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../platform/clock.ts';
import { createTestApp } from '../testing.ts';
import type { TestSession } from '../testing-app.ts';
import { TRON } from './testing/wallets.ts';

const app = await createTestApp();
const { db } = app.deps;
afterAll(() => app.close());

const columns = ['email', 'money', 'usdt', 'state', 'time', 'network', 'address', 'paid', 'txid', 'chain'];
const ask = (who: TestSession, filter: object = {}) => {
  app.clock.advance(MINUTE_MS);
  return app.call('/api/admin/charge/export', { columns, ...filter }, who);
};
const fileOf = async (ticket: string, { cookie }: TestSession): Promise<string[]> => {
  const headers = { cookie, host: 'console.test' };
  const { payload } = await app.gate.app.inject({ url: exportPath(ticket), headers });
  return payload.split('\r\n').slice(0, -1);
};

test('all withdrawals, or those in one state, are a file for admins, however many the list shows', async () => {
  const admin = await app.account({ type: 'admin', steppedUp: true });
  const user = await app.account({ email: 'paid@export.test' });
  await sql`
    insert into withdrawals (id, user_id, user_num, amount, rate, usdt, network, address, status, requested_at, decided_at,
                             txid, chain_state, rebates_until)
    select ('01970000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${user.userId}::uuid, ${user.num}, 1000125,
           72000, 138906, 'trc20', ${TRON}, 'paid', timestamptz '2026-11-20T16:00:00Z',
           timestamptz '2026-11-20T17:00:00Z', 'tx' || n, 'wrong',
           timestamptz '2026-11-20T16:00:00Z'
      from generate_series(1, 4001) n`.execute(db);
  expect((await ask(user)).code).toBe(codes.roleForbidden.code);
  const { data } = await ask(admin, { status: 'paid' });
  expect(data.rows).toBe(4001);
  const [head, ...rows] = await fileOf(data.ticket, admin);
  expect(head).toBe('\uFEFF邮箱,金额（元）,应付（USDT）,状态,申请时间,网络,收款地址,处理时间,交易哈希,链上核对');
  const state = '已结算，链上核对不符';
  const times = ['2026-11-21 00:00:00', '2026-11-21 01:00:00'];
  const row = `paid@export.test,1000.125,138.906,${state},${times[0]},USDT-TRC20,${TRON},${times[1]}`;
  expect(rows).toEqual(Array.from({ length: 4001 }, (_, n) => `${row},tx${4001 - n},不符`));
  const found = await ask(admin, { filterStr: 'tx4001' });
  expect([found.data.rows, await fileOf(found.data.ticket, admin)]).toEqual([1, [head, `${row},tx4001,不符`]]);
  const none = await ask(admin, { status: 'request' });
  expect([none.data.rows, await fileOf(none.data.ticket, admin)]).toEqual([0, [head]]);
});
