import type { Order } from '@skyport/contract/orders';
import { gigabytes } from '@skyport/contract/units';

/** The order of both pages of sample data; it is nobody's. */
export const sample: Order = {
  _id: '00000000-0000-7000-8000-000000000001',
  combo_id: '00000000-0000-7000-8000-000000000002',
  desc: '会员月卡',
  order_money: 19.9,
  coupon_code: 'SAMPLE',
  coupon_name: '新人立减',
  couponType: 'cash',
  coupon_discount: 5,
  wallet_spend: 2.5,
  status: 'paied',
  create_time: '2026-01-01T04:00:00.000Z',
  expire_time: '2026-01-02T04:00:00.000Z',
  add_traffic: gigabytes(20),
  add_vip_duration: 36,
  gainPermission: ['流媒体解锁'],
  permissionDuration: 30,
  user_feedback: '',
  frozen: true,
  credited: 0,
  fee: 0,
  pay_mode: 'alipay',
  paid: 12.4,
  paid_time: '2026-01-01T04:02:00.000Z',
};

/** Texts of the pages of sample data. */
export const sampleTexts = {
  info: '订单信息',
  checkout: '结算',
  note: '本页为示例数据，不是您的订单',
  toOrders: '查看我的订单',
  sum: '应付金额',
  modes: '支付方式',
} as const;
