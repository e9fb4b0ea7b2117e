/** Texts of the cards of the shop. */
export const cardTexts = {
  buy: '购买',
  traffic: (amount: string) => `${amount} 不限时流量`,
  days: (days: number) => `${days} 天`,
  daily: (amount: string) => `每日 ${amount} 限时流量`,
  allDays: (amount: string) => `共 ${amount}`,
  alsoTraffic: (amount: string) => `另有 ${amount} 不限时流量`,
  alsoDays: (days: number) => `另有 ${days} 天会员`,
  yuan: (amount: string) => `${amount} 元`,
  perGigabyte: (amount: string) => `${amount} 元/G`,
  perDay: (amount: string) => `${amount} 元/天`,
  below: (amount: string) => `不到 ${amount}`,
  bonus: (what: string) => `多送 ${what}`,
  percent: (percent: number) => `${percent}%`,
  gigabytes: (amount: number) => `${amount} G`,
  devices: (count: number) => (count === 0 ? '不限设备' : `建议 ${count} 台设备`),
  /** Both are shown and not enforced; the speed as staff typed it, with a space before its unit. */
  speed: (speed: string) => (speed === '' ? '不限速度' : `参考速度 ${speed.replace(/\d(?=[A-Za-z])/, '$& ')}`),
  permissions: (what: string, days: number) => `${what}（${days} 天）`,
} as const;
