/** Texts of the page on which accounts invite others. */
export const texts = {
  title: '邀请返利',
  lead: (percent: string) => `好友通过您的链接注册，以后每次充值，您都可获得其实付金额 ${percent} 的返利。`,
  forEver: '返利没有期限，自动转入您的钱包。',
  limited: (days: number) => `好友注册后 ${days} 天内的充值有返利，自动转入您的钱包。`,
  rate: '返利比例',
  recurring: '循环返利',
  link: '邀请链接',
  copy: '复制链接',
  qr: '二维码',
  qrTitle: '邀请二维码',
  qrHint: '请好友用手机扫码注册',
  figures: { invited: '已邀请', rewards: '返利次数', earned: '累计返利' },
  people: (count: number) => `${count} 人`,
  times: (count: number) => `${count} 次`,
  toWallet: '查看钱包',
  withdraw: (least: string) => `返利满 ${least} 元可在钱包中申请提现，也可直接用于购买商品。`,
  invitedUsers: {
    title: '邀请的用户',
    columns: { email: '邮箱', time: '注册时间' },
    nothing: '还没有人通过您的链接注册。复制上面的链接或二维码，发给您的好友吧。',
  },
  rewards: {
    title: '返利记录',
    columns: { who: '用户', what: '内容', spent: '实付金额', reward: '返利', time: '时间', left: '钱包余额' },
    nothing: '好友充值后，返利会显示在这里。',
  },
} as const;
