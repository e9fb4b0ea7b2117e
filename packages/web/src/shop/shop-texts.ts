import { toast } from '../ui/toasts.ts';

/** Texts of the customers' shop. */
export const shopTexts = {
  title: '商店',
  hint: '不限时流量用完为止，不会过期；会员在有效期内每天都有限时流量。',
  toOrders: '我的订单',
  kinds: { traffic: '流量商品', time: '时间商品' },
  empty: '商店里暂时没有商品，请稍后再来',
  contact: (how: string) => `联系方式：${how}`,
  createFailed: toast('创建订单失败:'),
} as const;
