import type { Order } from '@skyport/contract/orders';
import { gigabytes } from '@skyport/contract/units';

/** An order of 50 G that nobody has begun to pay. */
export const sampleOrder: Order = {
  _id: '01970000-0000-7000-8060-000000000001',
  desc: '50G 流量包',
  order_money: 15,
  coupon_code: '',
  coupon_name: '',
  couponType: '',
  coupon_discount: 0,
  wallet_spend: 0,
  status: 'topay',
  create_time: '2026-11-21T06:00:00.000Z',
  expire_time: '2026-11-22T06:00:00.000Z',
  add_traffic: gigabytes(50),
  add_vip_duration: 0,
  gainPermission: [],
  permissionDuration: 0,
  user_feedback: '',
  frozen: false,
  credited: 0,
};
