/** Words of the bell and the notice windows. */
export const texts = {
  bell: '通知',
  none: '暂无通知',
  close: '关闭',
  contact: '联系方式',
  preferDomain: '推荐域名',
  buyTitle: '购买须知',
  switchText: (domain: string) => `推荐使用 ${domain} 访问，速度更快`,
  switchNow: '前往',
} as const;
