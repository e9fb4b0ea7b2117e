import { toast } from '../ui/toasts.ts';

/** Texts of the customers' shop. */
export const shopTexts = {
  title: '商店',
  hint: '不限时流量用完为止，不会过期；会员每天获得限时流量。',
  toOrders: '我的订单',
  kinds: { traffic: '流量商品', time: '时间商品' },
  empty: '商店里暂时没有商品，请稍后再来。',
  contact: (how: string) => `联系方式：${how}`,
  unfinished: {
    title: (count: number) => `您有 ${count} 笔未完成订单`,
    newest: (count: number, name: string, mode: string) => `${count > 1 ? '最近一笔：' : ''}${name} · ${mode}`,
    all: '查看订单',
    goOn: '继续支付',
  },
  again: {
    title: '已有一笔订单正在支付',
    text: (name: string, mode: string) =>
      `“${name}”有一笔订单已发起${mode}付款，还没有到账。已经付款的请不要重复购买。`,
    goOn: '继续支付这笔订单',
    another: '另下一单',
    both: '两笔订单都会显示在订单页面，未支付的可以在那里取消。',
  },
  createFailed: toast('创建订单失败:'),
} as const;
