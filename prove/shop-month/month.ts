import type { TestAnswer, TestData, TestSession } from '@skyport/server/testing-app';
import { startTills, type Till } from '../payment-kills/epay/tills.ts';
import { createJournal, noteTraffic, type Journal } from './journal.ts';
import { startMonthNodes, type MonthNodes } from './nodes.ts';
import { startMonthPanel, type MonthPanel } from './panel.ts';

/** A shop for a month, and everything that is beside it. */
export interface Month {
  readonly panel: MonthPanel;
  readonly nodes: MonthNodes;
  readonly tills: readonly Till[];
  readonly admin: TestSession;
  readonly journal: Journal;
  readonly random: () => number;
  readonly products: readonly TestData[];
  /** Transfers of 1 G that nobody has taken yet, with the number of whoever made them. */
  readonly transfers: { readonly code: string; readonly id: string; readonly by: number }[];
  /** Whose orders are, by their ids. */
  readonly owners: Map<string, string>;
  /** For how many more rounds nodes cannot be reached. */
  readonly away: { rounds: number };
  /** Notes permanent traffic that an account got, or gave away where it is below 0; bytes. */
  give(num: number, amount: number): void;
  /** Numbers that name things once. */
  next(): number;
  /** A call; a session of nobody is a stranger. */
  call(path: string, payload: object, who?: TestSession): Promise<TestAnswer>;
  /** The same by the admin; throws when it is refused. */
  staff(path: string, payload: object): Promise<TestData>;
  /** One of a list, by the dice. */
  one<T>(list: readonly T[]): T | undefined;
  stop(): Promise<void>;
}

const GIB = 1024 ** 3;
const DAY_MS = 86_400_000;
/** Nodes of the shop. */
const NODES = 2;

/** Settings by which a month sees what otherwise takes longer. */
const SETTINGS = {
  min_charge_money: 1,
  withdraw_hold_days: 2,
  push_min: 1,
  traffic_record_days: 60,
  usage_detail_days: 60,
  usage_batch_days: 60,
};

const PRODUCTS = [
  { name: '10 G', price: 9.9, traffic: 10 * GIB },
  { name: '40 G', price: 30, traffic: 40 * GIB, additionPersend: 0 },
  { name: '一个月', price: 12.5, traffic: 0, vipDuration: 30 },
  { name: '十天', price: 7.77, traffic: GIB + 1, vipDuration: 10 },
];

const PRIZES = [
  { name: '小奖', gainTraffic: 0.125, weight: 6 },
  { name: '大奖', gainTraffic: 2.5, gainVipTime: 1, weight: 2 },
  { name: '八折', gainTraffic: 0, hasDiscountCoupon: true, discountValue: 0.8, discountDuration: 7, weight: 2 },
];

const couponForms = (endsAt: Date): object[] => {
  const common = { expireTime: endsAt.toISOString(), NumberOfAuthorizations: 500, useNumPerUser: 1 };
  const trial = { ...common, name: '体验', type: 'freeUse', traffic: 3 * GIB };
  return [
    { ...trial, code: 'TRIAL3G', traffixHaveLimitTime: true, traffixLimitTime: 48 },
    { ...trial, code: 'GIFT3G' },
    { ...common, name: '体验', type: 'freeTime', code: 'TRYDAY', vipDay: 1 },
    { ...common, name: '立减', type: 'cash', code: 'CASH3', forMoney: 3, useNumPerUser: 20 },
    { ...common, name: '九折', type: 'discount', code: 'NINE', discount: 0.9, useNumPerUser: 20 },
  ];
};

/** Opens a shop with products, coupons, prizes, providers and nodes. */
export const openMonth = async (random: () => number): Promise<Month> => {
  const panel = await startMonthPanel(random);
  const stops: (() => Promise<unknown>)[] = [panel.stop];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    const { app } = panel;
    const admin = await app().account({ type: 'admin', steppedUp: true });
    await app().changeSettings(SETTINGS);
    const tills = await startTills(app(), panel.front.url, () => app().clock.now());
    stops.push(() => Promise.all(tills.map(({ gateway }) => gateway.close())));
    const nodes = await startMonthNodes(panel, admin, NODES);
    stops.push(nodes.close);
    const call: Month['call'] = (path, payload, who) => app().call(path, payload, who);
    const staff: Month['staff'] = async (path, payload) => {
      const { code, msg, data } = await call(path, payload, admin);
      if (code !== 0) throw new Error(`staff were refused ${path}: ${code} ${msg}`);
      return data;
    };
    const products: TestData[] = [];
    for (const form of PRODUCTS) products.push(await staff('/api/admin/combo/update_combo', form));
    for (const form of PRIZES) await staff('/api/yunying/prize/update', form);
    for (const form of couponForms(new Date(app().clock.now().getTime() + 60 * DAY_MS)))
      await staff('/api/yunying/coupon/update_coupon', form);
    const journal = createJournal();
    for (const [at, { _id }] of products.entries()) journal.traffic.set(_id, PRODUCTS[at]!.traffic);
    let named = 0;
    return {
      panel,
      nodes,
      tills,
      admin,
      journal,
      random,
      products,
      transfers: [],
      owners: new Map(),
      away: { rounds: 0 },
      give: (num, amount) => noteTraffic(journal, num, amount),
      next: () => (named += 1),
      call,
      staff,
      one: (list) => list[Math.floor(random() * list.length)],
      stop,
    };
  } catch (fault) {
    await stop();
    throw fault;
  }
};
