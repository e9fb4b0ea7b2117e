import type { LineTestStep } from '@skyport/contract/line-test';

/** Texts of testing a line. */
export const lineTestTexts = {
  test: '测试',
  title: (name: string) => `测试线路：${name}`,
  explain: '面板用真实客户端经线路访问外网，依次检查域名、连接、协议和传输；测试流量不计入任何用户，也不计入线路流量。',
  running: (seconds: number) => `正在测试，已用 ${seconds} 秒。节点需要先接受测试用户，最长约 40 秒。`,
  good: '线路正常',
  reached: '可以连接，未检查传输',
  bad: '线路异常',
  took: (ms: number) => `${ms} ms`,
  steps: '测试步骤',
  step: {
    dns: '域名解析',
    tcp: 'TCP 连接',
    handshake: '协议握手',
    request: '经线路请求',
  } satisfies Record<LineTestStep, string>,
  passed: '成功',
  stopped: '失败',
  exit: '出口',
  exitAt: (ip: string, country: string) => (country === '' ? ip : `${ip}（${country}）`),
  noExit: '未知',
  notSent: '没有经线路传输数据',
  again: '重新测试',
  copyLog: '复制日志',
  failed: '测试没有完成',
} as const;
