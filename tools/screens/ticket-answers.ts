import type { BuiltCall, Output } from '@skyport/contract/call';
import { releases } from '@skyport/contract/releases';
import { type DayFigures, statisticsCalls, type WaitingKind, waitingKinds } from '@skyport/contract/statistics';
import { type Ticket, ticketsCalls } from '@skyport/contract/tickets';
import { type QueuedTicket, ticketsAdminCalls } from '@skyport/contract/tickets-admin';
import { GIB } from '@skyport/contract/units';

/** Takes the answer of a call. */
type Give = <C extends BuiltCall>(row: C, answer: Output<C>) => void;

const id = (n: number): string => `01970000-0000-7000-8090-${String(n).padStart(12, '0')}`;
const at = (day: number, hour: number): string =>
  `2026-11-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:12:00.000Z`;

const comment = (n: number, type: 'USER' | 'ADMIN', text: string, granted = 0) => ({
  _id: id(100 + n),
  type,
  text,
  updateTime: at(21, n),
  imageUrl: '',
  granted,
});

/** A conversation with both sides and a gift. */
const talk: Ticket = {
  _id: id(1),
  title: '香港节点晚上测速超时',
  desc: '每天晚上 8 点以后香港 01 测速超时，其他节点正常。\n客户端：FLClash 0.8.90，Windows 11。',
  imageUrl: '',
  createTime: at(20, 13),
  updateTime: at(21, 5),
  status: 'open',
  email: 'linxiaoyu@example.com',
  comments: [
    comment(1, 'ADMIN', '您好，请更新订阅后再试，并告诉我们当地的运营商。'),
    comment(2, 'USER', '江苏电信。更新以后好了一些，建议在客户端教程里写明要定期更新订阅。'),
    comment(5, 'ADMIN', '已为您赠送 20 G 不限时流量：合理的教程建议', 20 * GIB),
  ],
};

const tickets: Ticket[] = [
  talk,
  { ...talk, _id: id(2), title: '申请增加日本家宽节点', comments: [], updateTime: at(20, 9) },
  { ...talk, _id: id(3), title: '支付成功但订单未更新', status: 'close', updateTime: at(18, 9) },
];

const queued = (n: number, change: Partial<QueuedTicket>): QueuedTicket => ({
  _id: id(n),
  title: talk.title,
  email: talk.email,
  status: 'open',
  queue: 'waiting',
  waitingSince: at(21, 3),
  createTime: at(20, 13),
  updateTime: at(21, 5),
  replies: 3,
  ...change,
});

const queue: QueuedTicket[] = [
  queued(1, { waitingSince: at(19, 8) }),
  queued(2, { title: '申请增加日本家宽节点', email: 'zhoumin@example.com', replies: 0 }),
  queued(4, { title: '如何在路由器上使用', queue: 'answered', waitingSince: null, email: 'wuhan@example.com' }),
  queued(3, { title: '支付成功但订单未更新', status: 'close', queue: 'close', waitingSince: null }),
];

/** What waits in a picture of the first page of staff. */
const waits: Partial<Record<WaitingKind, number>> = { ledger: 1, tickets: 2, unclaimed: 1, nodes: 1 };

const day = (n: number): DayFigures => {
  const wave = 1 + Math.sin(n) / 3;
  const date = new Date(Date.parse('2026-11-21T00:00:00Z') - n * 86_400_000).toISOString().slice(0, 10);
  return {
    _id: date,
    day: date,
    signUseNum: Math.round(126 * wave),
    payNum: Math.round(23 * wave),
    income: Math.round(83_640 * wave) / 100,
    normalUserNum: Math.round(212 * wave),
    normalTraffic: Math.round(640 * wave) * GIB,
    normalAvg: Math.round(3.02 * GIB),
    dayUserNum: Math.round(148 * wave),
    dayTrafficUse: Math.round(910 * wave) * GIB,
    dayAvg: Math.round(6.15 * GIB),
    lotterySpendNum: Math.round(41 * wave),
    lotterySpendTraffic: Math.round(41 * wave) * GIB,
    lotteryRewardNum: Math.round(37 * wave),
    lotteryRewardTraffic: Math.round(33 * wave) * GIB,
    closed: n > 0,
  };
};

/** Figures of so many days, today first. */
export const figuresOf = (days: number): Output<typeof statisticsCalls.basicStastic> => ({
  stastic_list: Array.from({ length: days }, (_, n) => day(n)),
  totalRemainingTraffic: Math.round(38.4 * 1024) * GIB,
  activeVipCount: 318,
});

/** Tickets of customers, the desk of staff, and the figures of the shop. */
export const giveTickets = (give: Give, { empty }: { readonly empty: boolean }): void => {
  give(ticketsCalls.myList, tickets);
  give(ticketsCalls.refresh, talk);
  give(
    ticketsAdminCalls.queue,
    empty ? { tickets: [], total: 0, waiting: 0 } : { tickets: queue, total: queue.length, waiting: 2 },
  );
  give(ticketsAdminCalls.ticket, {
    ticket: talk,
    customer: {
      uid: id(50),
      email: talk.email,
      traffic_left: Math.round(126.4 * GIB),
      vipExpireTime: '2026-12-14T15:59:59.000Z',
      orders: [
        {
          _id: id(60),
          desc: '会员月卡',
          order_money: 29.9,
          wallet_spend: 0,
          paid: 29.9,
          paid_time: at(14, 6),
          status: 'paied',
          create_time: at(14, 6),
        },
        {
          _id: id(61),
          desc: '不限时流量 100 G',
          order_money: 19.9,
          wallet_spend: 0,
          paid: 0,
          paid_time: null,
          status: 'cancled',
          create_time: at(2, 6),
        },
      ],
    },
  });
  give(ticketsAdminCalls.cannedList, [
    { _id: id(70), name: '更新订阅', text: '您好，请在客户端更新订阅后再试。' },
    { _id: id(71), name: '感谢建议', text: '感谢您的建议，我们会认真考虑。' },
  ]);
  give(statisticsCalls.basicStastic, figuresOf(empty ? 0 : 7));
  give(statisticsCalls.overview, {
    waiting: waitingKinds.map((kind) => {
      const count = empty ? 0 : (waits[kind] ?? 0);
      return { _id: kind, count, since: kind === 'tickets' && count > 0 ? at(19, 8) : null };
    }),
    today: day(0),
    totalRemainingTraffic: Math.round(38.4 * 1024) * GIB,
    activeVipCount: 318,
    program: { version: releases[0].version, commit: '' },
  });
};
