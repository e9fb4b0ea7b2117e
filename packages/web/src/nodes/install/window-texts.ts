/** Texts of the window in which an installation is watched. */
export const progressTexts = {
  nodes: '节点',
  overall: (done: number, total: number) => `已完成 ${done} / ${total}`,
  bar: (name: string) => `${name} 的进度`,
  stepList: '步骤',
  log: '日志',
  noLog: '还没有日志',
  readFailed: '日志没有加载出来，正在重试',
  copyLog: '复制日志',
  repeat: '重新执行',
  close: '关闭',
  version: (version: string) => `当前版本 ${version}`,
  previous: (version: string) => `可回滚到 ${version}`,
  prefix: (prefix: string) => `安装目录 ${prefix}`,
  keyOnly: '已换成密钥登录，不再保存密码',
} as const;
