/** What parts of every page say. */
export const commonTexts = {
  /** Name of the product where the host gives none. */
  product: '天港',
  cancel: '取消',
  confirm: '确认',
  close: '关闭',
  loading: '加载中',
  failed: '没有加载出来',
  retry: '重试',
  showOrHide: '显示或隐藏输入内容',
  yes: '是',
  no: '否',
  time: {
    hours: (n: number) => `${n} 小时`,
    minutes: (n: number) => `${n} 分钟`,
    seconds: (n: number) => `${n} 秒`,
  },
  yuan: (amount: string) => `${amount} 元`,
  newestOnly: (most: number) => `仅显示最近 ${most} 条`,
  unsaved: '内容尚未保存',
  leaveText: '离开后，刚才的改动将会丢失。',
  leave: '离开',
  qr: '二维码',
  qrFailed: '二维码没有生成，请改用复制',
} as const;
