import type { UserInfo } from '@skyport/contract/accounts';
import type { HostInfo } from '@skyport/contract/notices';
import type { Order, Trade } from '@skyport/contract/orders';
import { gigabytes } from '@skyport/contract/units';

/** A paid member with 50 GB of permanent traffic, none of it used. */
export const sampleUser: UserInfo = {
  _id: '01970000-0000-7000-8000-000000000001',
  email: 'lin@example.com',
  icon: '',
  type: 'normal',
  userkey: 'k'.repeat(32),
  paidUser: true,
  traffic: gigabytes(50),
  spendTraffic: 0,
  vipExpireTime: '2099-01-01T00:00:00.000Z',
  dailyTimePackageUsage: gigabytes(10),
  limit: gigabytes(50),
  specialDailyUnlimitTraffic: false,
  haveContinueSignUseData: 12,
  signUseToday: false,
  signUseRewardInfo: { signUseRewardTraffic: 200, continueSignUseDay: 30, continueSignReward: 1024 },
  channel_code: 'skyport',
  preferDomain: '',
  describe_host: '',
  inXinjiang: false,
  in_foreign: false,
  use_english_node: false,
  is_agency_user: false,
  is_agency: false,
  telegram_bound: false,
  telegram_bot: '',
};

/** A host without announcements. */
export const sampleHost: HostInfo = {
  site_name: '天港',
  timezone: 'Asia/Shanghai',
  preferDomain: '',
  describe_host: '',
  agency_user_domain: '',
  default_channel_code: 'skyport',
  notice_show: false,
  notice_title: '',
  notice_content: '',
  notice_mark_red: false,
  notice_day_interval: 1,
  buy_notice: '',
  contact_info: '',
  contentUrl_guonei: '',
  contentUrl_guowai: '',
  virtual_card_url: '',
};

/** An order for 100 G that nobody has touched. */
export const sampleOrder: Order = {
  _id: '01970000-0000-7000-8000-0000000000a5',
  combo_id: '01970000-0000-7000-8000-0000000000a1',
  desc: '大流量',
  order_money: 30,
  coupon_code: '',
  coupon_name: '',
  couponType: '',
  coupon_discount: 0,
  wallet_spend: 0,
  status: 'topay',
  create_time: '2026-11-21T04:00:00.000Z',
  expire_time: '2026-11-22T04:00:00.000Z',
  add_traffic: gigabytes(100),
  add_vip_duration: 0,
  gainPermission: [],
  permissionDuration: 0,
  user_feedback: '',
  frozen: false,
  credited: 0,
  fee: 0,
  pay_mode: '',
  paid: 0,
  paid_time: null,
};

/** A trade for that order which has no way to be paid yet. */
export const sampleTrade: Trade = {
  _id: '01970000-0000-7000-8000-0000000000a7',
  status: 'topay',
  add_traffic: gigabytes(100),
  add_vip_duration: 0,
  third_pay_platform: '测试通道',
  request_pay_amound: 30,
  fee: 0,
  request_pay_amound_usdt: 0,
  network: '',
  usdtAdress: '',
  payurl: '',
  qrcode: '',
  urlscheme: '',
  seconds_left: 7200,
};
