import { DRAWS_A_DAY } from '@skyport/contract/prizes';

/** What customers are told of draws. */
export const texts = {
  empty: '暂无奖品',
  tooMuch: '中奖后流量可能超过账号上限，请联系客服',
  chances: '奖池中有管理员设定的大奖，只有管理员可以降低其他奖品的权重或删除奖品',
  ofAdmin: '该奖品由管理员设定，只有管理员可以修改或删除',
  adminOnly: (reason: string): string => `${reason}，只有管理员可以保存`,
  noImage: '图片不存在，请重新上传',
  drawsOver: `24 小时内最多抽奖 ${DRAWS_A_DAY} 次，请稍后再试`,
  records: { cost: '抽奖', won: (prize: string): string => `抽奖：${prize}` },
  coupon: {
    name: (prize: string): string => `抽奖：${prize}`,
    bell: (discount: string, { code, until }: { readonly code: string; readonly until: string }): string =>
      `您抽中了 ${discount}折扣券，优惠码 ${code}，${until} 前可在商店使用一次`,
  },
} as const;
