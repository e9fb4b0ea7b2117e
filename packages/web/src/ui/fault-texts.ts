/** What systems, SSH servers, our SSH library and the panel's own requests say of a fault, in words. */
const texts: Readonly<Record<string, string>> = {
  ECONNREFUSED: '连接被拒绝：端口没有开放，或服务没有运行',
  ECONNRESET: '连接被对方重置',
  ECONNABORTED: '连接被中止',
  EPIPE: '连接已被对方关闭',
  ETIMEDOUT: '连接超时',
  EHOSTUNREACH: '找不到通往该主机的路由',
  ENETUNREACH: '网络不可达',
  EHOSTDOWN: '主机已关机',
  EADDRNOTAVAIL: '面板没有可用的本地地址',
  EACCES: '面板所在的系统不允许此连接',
  EPERM: '面板所在的系统不允许此连接',
  ENOTFOUND: '域名无法解析',
  EAI_AGAIN: '域名暂时无法解析',
  EAI_FAIL: '域名无法解析',
  ENODATA: '域名没有地址',
  EPROTO: '对方使用的不是预期的协议',
  'client-socket': '连接中断',
  'client-dns': '域名无法解析',
  socket: '连接中断',
  handshake: '握手失败：双方没有共同的加密算法',
  protocol: '对方的应答不符合 SSH 协议',
  'sftp-protocol': '对方的应答不符合 SFTP 协议',
  agent: 'SSH agent 出错',
  'No such file or directory': '目录不存在',
  'Permission denied': '没有权限',
  Failure: '服务器没有说明原因，磁盘可能已满',
  'Bad message': '服务器没有读懂请求',
  'No connection': '没有连接',
  'Connection lost': '连接中断',
  'Operation unsupported': '服务器不支持此操作',
  'ended by a signal': '被信号终止',
  insecure: '地址必须以 https:// 开头',
  private: '内网地址，不允许连接',
  slow: '没有及时应答',
  large: '内容过大',
  certificate: '证书无效',
  unreachable: '无法连接',
};

/**
 * What a program said of a fault, in words where they are known; an exit code is named as such, all
 * else stays as it is.
 */
export const faultText = (detail: string): string => {
  const known = Object.hasOwn(texts, detail) ? texts[detail] : undefined;
  return known ?? detail.replace(/^exit (\d+)$/, '退出码 $1');
};

/** A message in which a program names its fault, in words and with the message behind them; all else as it is. */
export const errorText = (message: string): string => {
  const code = /\b(E[A-Z_]{3,})\b|^no answer from outside: (\w+)$/.exec(message)?.slice(1).find(Boolean) ?? '';
  const words = Object.hasOwn(texts, code) ? texts[code] : /timed? ?out/i.test(message) ? texts.slow : undefined;
  return words === undefined ? message : `${words}（${message}）`;
};
