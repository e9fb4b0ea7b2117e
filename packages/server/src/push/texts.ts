/** What customers are told of transfers. Amounts are texts with their unit. */
export const texts = {
  least: (gigabytes: number): string => `最低转赠${gigabytes}G`,
  otherwise: '已按先前填写的数量创建转赠，请关闭窗口后在列表中查看',
  taken: '该转赠已被领取或已退回',
  tooMuch: '领取后流量将超过账号上限，请联系客服',
  returnTooMuch: '退回后流量将超过账号上限，请联系客服',
  tooManyCodes: '尝试次数过多，请稍后再试',
  records: { made: '转赠流量', received: '领取转赠流量', returned: '转赠退回' },
  notices: {
    received: (amount: string): string => `您转赠的 ${amount} 流量已被领取`,
    returned: (amount: string, days: number): string => `您转赠的 ${amount} 流量 ${days} 天内无人领取，已全部退回`,
  },
} as const;
