/** Texts of why a node has not joined with its code yet. */
export const joinTexts = {
  portClosed: (port: number | string) => `端口 ${port} 拒绝连接。命令可能还没有运行到最后，或节点的控制端口填写有误`,
  silent: (port: number | string) => `端口 ${port} 没有应答。请检查服务器与云平台的防火墙、安全组和节点的 IP`,
  plain: {
    unreachable: '无法连接节点',
    privateAddress: '节点的地址是内网地址，面板不会连接',
    notWaiting: '应答的不是等待接入的节点程序，请检查节点的地址和控制端口',
    wrongProof: '节点使用的接入码不一致，或连接被他人截取',
    codeRefused: '节点正在等待另一个接入码，请在服务器上运行最新的命令',
    throttled: '节点收到过多错误的接入码，请稍候，会自动重试',
    keyChanged: '节点的密钥在接入途中改变',
  },
  withDetail: (text: string, detail: string) => `${text}（${detail}）`,
} as const;
