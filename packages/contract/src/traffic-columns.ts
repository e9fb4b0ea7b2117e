import type { TrafficRecord, TrafficType } from './traffic-types.ts';

/** Types of traffic records in words. */
export const trafficTypeNames: Readonly<Record<TrafficType, string>> = {
  spend: '使用',
  buy: '购买',
  coupon: '优惠券与调整',
  sign_use: '签到',
  prize_spend: '抽奖消耗',
  prize_reward: '抽奖奖励',
  push_spend: '转赠',
  push_receive: '接收转赠',
  tiyan_expire: '体验流量到期',
  agency_spend: '代理商用户使用',
  agency_allocate: '代理商分配',
};

/** Titles of the columns in which traffic records are listed and exported. */
export const trafficRecordTitles = {
  day: '日期',
  type: '类型',
  change: '变动',
  exempt: '限时与公共',
  left: '剩余',
  desc: '说明',
  time: '更新时间',
  email: '邮箱',
  uid: 'ID',
} as const;
export type TrafficRecordColumn = keyof typeof trafficRecordTitles;

/** Permanent traffic that an account had after a record, bytes. */
export const leftAfter = ({ allTraffic, allSpend }: Pick<TrafficRecord, 'allTraffic' | 'allSpend'>): number =>
  allTraffic - allSpend;
