/** Texts of the window with a node's enrolment code. */
export const enrolTexts = {
  hint: '在节点服务器上运行下面的命令。接入码只能使用一次，30 分钟内有效。',
  code: '接入码',
  command: '命令',
  copyCode: '复制接入码',
  copyCommand: '复制命令',
  left: (text: string) => `剩余 ${text}`,
  expired: '接入码已过期，请重新生成',
  renew: '重新生成',
  waiting: '等待节点接入…',
  joined: '已接入',
  close: '关闭',
} as const;
