/** Texts of a node's health on the list itself; those of the windows are fetched with them. */
export const healthTexts = {
  details: '详情',
  title: (name: string) => `节点详情：${name}`,
  alarmsTitle: '告警',
  alarms: (count: number) => (count === 0 ? '告警' : `告警 ${count}`),
  columns: {
    alarms: '告警',
    unacked: '未确认批次',
    engine: '引擎版本',
    rate: '速率（上行 / 下行）',
    load: '负载',
    online: '在线用户',
    clock: '时钟偏差',
    certificate: '证书到期',
  },
  seconds: (seconds: string) => `${seconds} 秒`,
  mbps: (value: string) => `${value} Mbps`,
} as const;
