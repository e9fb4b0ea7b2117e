import type { BuiltCall, Output } from '@skyport/contract/call';
import { agencyCalls } from '@skyport/contract/agency';
import { inviteCalls } from '@skyport/contract/invite';
import { trafficAdminCalls } from '@skyport/contract/traffic-admin';
import { GIB } from '@skyport/contract/units';
import { given, type Given } from './made.ts';

/** Takes the answer of a call. */
type Give = <C extends BuiltCall>(row: C, answer: Output<C>) => void;

const id = (n: number): string => `01970000-0000-7000-8090-${String(n).padStart(12, '0')}`;
const people = ['c***@qq.com', 'w***@163.com', 'l***@gmail.com', 'z***@example.com', 's***@outlook.com'];
const goods = ['会员年卡（含流媒体）', '50G 流量包', '会员月卡', '1T 流量包'];
const prices = [188, 15, 19.9, 198];

/** The channel of every picture. */
const channel = {
  chanelInfo: {
    code: 'AB12CD',
    rewardRate: 0.2,
    comsumerDuration: null,
    link: 'https://skyport.example/?c=AB12CD#/register',
  },
  min_charge_money: 500,
  invited: 27,
  rewards: 4,
  earned: 84.18,
  is_agency: false,
};

/** The same of an agency, with its customers. */
export const agency: readonly Given[] = [
  given(inviteCalls.channelInfo, { ...channel, is_agency: true }),
  given(agencyCalls.customers, {
    customers: Array.from({ length: 5 }, (_, n) => ({
      _id: id(80 + n),
      email: `${['chenwei', 'wangfang', 'liyang', 'zhaomin', 'sunjie'][n]!}@example.com`,
      left: Math.round(n * 13.7 * GIB),
      vipExpireTime: n % 2 ? '2026-12-24T00:00:00.000Z' : null,
      lastActiveTime: `2026-11-2${n % 2}T0${n}:12:00.000Z`,
      pending: n === 0,
      disabled: n === 4,
    })),
    total: 5,
    available: Math.round(126.4 * GIB),
  }),
];

/** What the pages of partners and of records read; `ago` gives the instant so many days ago. */
export const givePartners = (give: Give, ago: (days: number) => string, empty: boolean): void => {
  give(inviteCalls.channelInfo, empty ? { ...channel, invited: 0, rewards: 0, earned: 0 } : channel);
  give(
    inviteCalls.invitedUsers,
    Array.from({ length: 20 }, (_, n) => ({ _id: id(n), email: people[n % 5]!, createTime: ago(n * 1.7 + 0.2) })),
  );
  give(
    inviteCalls.rewardList,
    goods.map((desc, n) => ({
      _id: id(50 + n),
      comsumer_name: people[n]!,
      desc,
      userSpend: prices[n]!,
      reward: Math.round(prices[n]! * 200) / 1000,
      buyTime: ago(n * 3 + 0.4),
      left: [120.68, 83.08, 80.08, 76.1][n]!,
    })),
  );
  const day = (n: number): string => ago(n - 0.34).slice(0, 10);
  give(
    trafficAdminCalls.trafficRecords,
    Array.from({ length: 12 }, (_, n) => ({
      uid: id(70 + n),
      email: `${['linxiaoyu', 'chenwei', 'wangfang', 'zhaomin'][n % 4]!}${n}@example.com`,
      type: 'spend' as const,
      desc: '',
      trafficChange: -Math.round((18 - n) * 1.13 * GIB),
      exemptionTraffic: Math.round(n * 0.71 * GIB),
      allTraffic: 200 * GIB,
      allSpend: Math.round((40 + n * 7.3) * GIB),
      day: day(n < 6 ? 0 : 1),
      updateTime: ago(n < 6 ? 0.01 : 0.5),
    })),
  );
  const today = { records: 6, trafficChange: -97 * GIB, exemptionTraffic: 11 * GIB };
  const before = { records: 6, trafficChange: -62 * GIB, exemptionTraffic: 36 * GIB };
  const totals = {
    records: 12,
    trafficChange: -159 * GIB,
    exemptionTraffic: 47 * GIB,
    days: [
      { day: day(1), ...before },
      { day: day(0), ...today },
    ],
  };
  const none = { records: 0, trafficChange: 0, exemptionTraffic: 0, days: [] };
  give(trafficAdminCalls.recordTotals, empty ? none : totals);
};
