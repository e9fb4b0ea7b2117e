/** Texts of the bell and the notice windows. */
export const texts = {
  bell: '通知',
  none: '暂无通知',
  loading: '加载中…',
  failed: '通知没有加载出来，点击重试',
  bellCount: (count: string) => `通知 ${count} 条未读`,
  bellFailed: '通知（没有加载出来）',
  close: '关闭',
  contact: '联系方式',
  preferDomain: '推荐域名',
  buyTitle: '购买须知',
} as const;
