/** A version of the product, and what changed in it for staff. */
export interface Release {
  readonly version: string;
  readonly changes: readonly string[];
}

/** Versions, newest first. A release with another version in package.json has an entry here. */
export const releases: readonly [Release, ...Release[]] = [
  {
    version: '0.1.0',
    changes: [
      '总览显示程序版本和更新内容。',
      '数据库比程序新时拒绝启动；升级时不再长时间锁表。',
      '/metrics 提供任务、支付、计费和备份的监控指标，deploy/ 附带 Grafana 面板和告警规则。',
      '命令行备份与恢复，SECRET_KEY 可以更换；设有 BACKUP_PASSPHRASE 时，对象存储中的备份副本先加密。',
      '收款记录写明客户、订单和手续费，退款和未认领的款项可以逐笔处理。',
      '导出用户、操作记录和流量记录不限行数，导出前需要再次验证。',
      '对外状态页 /status（默认关闭），节点和支付 90 天的情况。',
      '可向 OpenTelemetry 发送调用和任务的追踪数据（OTEL_EXPORTER_OTLP_ENDPOINT）。',
    ],
  },
];
