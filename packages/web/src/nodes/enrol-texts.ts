/** Texts of the window with a node's enrolment code. */
export const enrolTexts = {
  hint: '以 root 身份登录节点服务器，粘贴并运行下面这条命令：它会下载安装脚本、安装节点程序，并等待面板连接。',
  needs: (port: number) =>
    `面板会主动连接节点的 TCP 端口 ${port}，请在服务器防火墙和云厂商的安全组中放行；命令中的网址必须能从该服务器访问。`,
  code: '接入码',
  codeHint: '接入码只能使用一次，30 分钟内有效；命令里已经包含它。',
  command: '命令',
  copyCode: '复制接入码',
  copyCommand: '复制命令',
  left: (text: string) => `剩余 ${text}`,
  expired: '接入码已过期，请重新生成',
  ended: '接入码已作废，请重新生成',
  renew: '重新生成',
  waiting: '等待节点接入…',
  lastTry: (reason: string) => `最近一次连接没有成功：${reason}`,
  joined: '已接入',
  next: '节点已经接入面板。下一步：新增线路，客户的订阅里才会有可用的线路。',
  addLine: '新增线路',
  loopback: (host: string) =>
    `命令中的 ${host} 是本机地址，其他服务器无法访问。请用服务器能访问的网址打开面板，或设置 PUBLIC_URL，再重新生成。`,
  close: '关闭',
} as const;
