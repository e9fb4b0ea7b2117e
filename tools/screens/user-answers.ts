import type { couponsCalls, CouponRecord } from '@skyport/contract/coupons';
import type { BuiltCall, Output } from '@skyport/contract/call';
import { GIB } from '@skyport/contract/units';
import { usersCalls, type UserRow } from '@skyport/contract/users';
import { ordersOf } from './order-answers.ts';
import { type LineAccess, servingConditions } from '@skyport/contract/users-page';

type Give = <C extends BuiltCall>(row: C, answer: Output<C>) => void;

/** What the page of one account is made of in a picture. */
interface UserScene {
  readonly user: UserRow;
  readonly records: Output<typeof usersCalls.records>;
  readonly coupons: Output<typeof couponsCalls.recordList>;
  readonly sessions: Output<typeof usersCalls.sessions>;
  /** An instant so many days ago; below 0 ahead. */
  readonly ago: (days: number) => string;
  readonly empty: boolean;
}

const id = (n: number): string => `01970000-0000-7000-8021-${String(n).padStart(12, '0')}`;

const lines: readonly LineAccess[] = [
  ['香港 BGP 01', '香港 BGP', '', []],
  ['日本 家宽 02', '日本 家宽', '家宽住宅 IP', ['permission']],
  ['新加坡 中转 03', '新加坡', '', ['balance', 'entry']],
  ['美国 04', '美国', '', ['joined', 'online']],
].map(([name, node, permission, failing = []], n) => ({
  _id: id(n),
  name: String(name),
  node: String(node),
  public: n === 0,
  permission: String(permission),
  served: n === 0,
  problem: '',
  conditions: Object.fromEntries(
    servingConditions.map((condition) => [condition, !failing.includes(condition)]),
  ) as LineAccess['conditions'],
}));

/** Answers to the calls of the page of one account, and of the windows that it opens. */
export const giveUser = (give: Give, { user, records, coupons, sessions, ago, empty }: UserScene): void => {
  const listed = <T>(rows: readonly T[]): T[] => (empty ? [] : [...rows]);
  const held = { id: id(20), name: '流媒体解锁', expireTime: ago(-40) };
  const ended = { id: id(21), name: '回国线路', expireTime: ago(12) };
  give(usersCalls.user, {
    ...user,
    agent_email: '',
    inviter_email: empty ? '' : 'partner@example.com',
    permissions: listed([held, ended]),
  });
  give(usersCalls.balances, {
    traffic_left: user.traffic - user.spendTraffic,
    trial_left: empty ? 0 : 2 * GIB,
    pending: 0,
    overrun: 0,
    trials: listed([{ _id: id(30), left: 2 * GIB, expireTime: ago(-1) }]),
    day_limit: empty ? 0 : 50 * GIB,
    day_used: empty ? 0 : 18.5 * GIB,
    member: !empty,
    paused_until: null,
    wallet: empty ? 0 : 28.5,
    wallet_rebate: empty ? 0 : 8.5,
    wallet_hold: 0,
    withdrawing: 0,
    in_transfer: 0,
  });
  give(usersCalls.orders, listed(ordersOf(ago).map((order, n) => ({ ...order, off_sale: n === 3 }))));
  give(usersCalls.records, listed(records));
  give(usersCalls.couponUses, listed<CouponRecord>(coupons.slice(0, 6)));
  give(usersCalls.sessions, listed(sessions.map((session) => ({ ...session, current: false }))));
  give(
    usersCalls.notices,
    listed([
      { _id: id(40), desc: '您的不限时流量已使用 80%', time: ago(2), clicked: null },
      { _id: id(41), desc: '您的账号在新的设备上登录：Chrome · Windows', time: ago(9), clicked: ago(8) },
    ]),
  );
  give(usersCalls.lineAccess, listed(lines));
  give(usersCalls.getUserChannel, {
    email: user.email,
    name: '合作伙伴',
    code: 'K7M2QX',
    rewardRate: 0.2,
    comsumerDuration: 365,
  });
};
