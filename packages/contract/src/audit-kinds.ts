/** Kinds of things that the audit knows, with their names for staff. */
export const auditKinds = {
  coupon: '优惠券',
  combo: '商品',
  permission: '权限',
  node: '节点',
  nodePushes: '节点更新次数',
  entry: '入口',
  line: '线路',
  lineTraffic: '线路流量统计',
  enrolment: '节点接入码',
  install: '节点程序',
  books: '节点账本',
  report: '用量报告',
  nodeUse: '节点用量',
  alarm: '节点告警',
  rules: '规则',
  secondStep: '动态验证码',
  errorLog: '错误日志',
  job: '任务',
  settings: '系统设置',
  account: '账号',
  channel: '渠道',
  order: '订单',
  export: '导出',
} as const;

export type AuditKind = keyof typeof auditKinds;
