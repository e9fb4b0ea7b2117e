/** What is said about payment instances. */
export const instanceTexts = {
  overtaken: '该支付通道已被其他管理员修改，请刷新后重试',
  tooMany: (most: number): string => `最多 ${most} 个支付通道`,
  lacks: (problem: string): string => `不能启用：${problem}`,
  lacksNow: (problem: string): string => `启用中的通道不能这样保存：${problem}`,
  sameAccount: (other: string): string =>
    `该通道与启用中的“${other}”是同一个收款账号（网关和商户号相同），同一账号只能启用一个通道；请先停用“${other}”`,
  sharesAccount: (other: string): string =>
    `与启用中的“${other}”是同一个收款账号，同一笔款项会通知两个通道；请停用其中一个`,
  pairNotice: (label: string, other: string): string =>
    `支付通道“${label}”与“${other}”是同一个收款账号（网关和商户号相同）。请停用其中一个；停用后不能再同时启用。`,
  hasTrades: '该通道已有交易或款项，不能删除；可以停用',
  isChosen: '系统设置正在使用该通道，请先改选其他通道',
  merchantStays: (label: string): string => `已有交易，不能更换${label}；请新建一个支付通道`,
  retypeSecret: '更换网关地址时请重新填写密钥',
  choice: '不是可选的值',
  long: (most: number): string => `不能超过 ${most} 个字`,
  oneLine: '不能包含换行或控制字符',
  unknownKind: '当前版本不支持该类型的支付通道',
  secretLost: '密钥无法读取，请重新填写',
  noAddress: '请先在系统设置中填写支付网关可以访问的“支付通知地址”',
  gone: '没有该支付通道，可能已被删除',
  removed: '已删除的通道',
  off: (label: string): string => `支付通道“${label}”已停用，请先启用`,
  cannot: (label: string, mode: string): string => `支付通道“${label}”不支持${mode}`,
  unusable: (label: string, problem: string): string => `支付通道“${label}”不可用：${problem}`,
  untestable: '该类型的支付通道无法自动测试',
  failed: '测试没有完成，请稍后重试',
} as const;
