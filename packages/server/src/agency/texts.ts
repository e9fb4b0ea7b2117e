/** What an agency and its customers are told. */
export const texts = {
  hasPassword: '该用户已设置密码，不需要新的链接',
  tooMuch: '该用户的流量已达上限',
  otherwise: '已按先前填写的流量分配，请关闭窗口后查看',
  /** Descriptions of traffic records. */
  records: {
    given: (email: string) => `分配给 ${email}`,
    received: '代理商分配',
  },
  notice: (gigabytes: number) => `代理商为您分配了 ${gigabytes} G 不限时流量`,
} as const;
