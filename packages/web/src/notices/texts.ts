/** Texts of the bell and the notice windows. */
export const texts = {
  bell: '通知',
  none: '暂无通知',
  close: '关闭',
  contact: '联系方式',
  preferDomain: '推荐域名',
  buyTitle: '购买须知',
} as const;
