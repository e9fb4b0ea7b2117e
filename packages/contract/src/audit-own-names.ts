/** What a field of an audited thing is called, and how its stored value is read. */
export interface AuditName {
  readonly label: string;
  /** Behind the value, e.g. `天`. */
  readonly unit?: string | undefined;
  /** What one of the unit is stored as, e.g. 1000 for money in milli-yuan; `bytes` for traffic. */
  readonly scale?: number | 'bytes' | undefined;
}

/** Names of fields that no form has, by kind. A number has what one of its unit is stored as beside its name. */
export const auditOwnNames: Readonly<Record<string, Readonly<Record<string, string | AuditName>>>> = {
  account: { type: '账号类型', password: '密码' },
  alarm: { node_id: '节点 ID', kind: '告警类型', closed_at: '关闭时间' },
  books: { epoch: '账本', acked_seq: '已确认的批次', closed: '已关闭的账本' },
  channel: { type: '账号类型' },
  combo: { offer: '售卖内容' },
  coupon: {
    face_value: '面值',
    sum: '面值合计',
    endless: '次数不限',
    made_by: '创建人 ID',
    worth_by: '面值设定人 ID',
  },
  enrolment: { expires_at: '有效期至', code: '接入码' },
  errorLog: { rows: '错误条数' },
  install: {
    state: '状态',
    action: '操作',
    purge: '同时清除数据',
    batch_id: '同批操作 ID',
    host_key: '主机指纹',
    host_key_kind: '主机指纹类型',
    host_key_at: '主机指纹批准时间',
    seen_key: '服务器出示的指纹',
    seen_key_kind: '服务器出示的指纹类型',
  },
  job: { name: '任务', state: '状态', attempts: '已执行次数', run_at: '执行时间' },
  line: { num: '编号', port_offset: '端口偏移', msg: '说明', keys: '线路密钥', shared_keys: '客户端公用密钥' },
  lineTraffic: { hot: { label: '流量', scale: 'bytes' } },
  node: { num: '编号' },
  nodePushes: { config_pushes: '更新次数' },
  nodeUse: { undone: '已撤销的流量' },
  order: {
    status: '状态',
    name: '商品',
    price: { label: '价格', unit: '元', scale: 1000 },
    discount: { label: '优惠', unit: '元', scale: 1000 },
    wallet_spend: { label: '钱包支付', unit: '元', scale: 1000 },
    payments: '收款',
    reference: '转账单号',
    source: '来源',
    amount: { label: '金额', unit: '元', scale: 1000 },
    outcome: '处理结果',
    reason: '说明',
  },
  report: { state: '状态', billed: { label: '计费流量', scale: 'bytes' }, reason: '原因' },
  rules: {
    version: '版本',
    default: '使用默认规则',
    main: '主分组',
    final: '兜底分组',
    carriesQuic: '不拒绝 QUIC',
    order: '排列顺序',
    groups: '分组',
    lists: '规则',
  },
  secondStep: { second_step: '动态验证码', confirmed_at: '开启时间', secret: '动态验证码密钥' },
};

/** Names of what is noted beside the fields, such as a reason. */
export const auditNoteNames: Readonly<Record<string, string | AuditName>> = {
  reason: '原因',
  money: { label: '钱包增减', unit: '元', scale: 1000 },
  traffic: { label: '流量增减', scale: 'bytes' },
  vip: '会员到期',
  ended: '结束的会话数',
  keptOwn: '保留当前会话',
  device: '设备',
  network: '网络',
  version: '版本',
  undoes: '撤销的版本',
  tested: '测试项目',
  problem: '结果',
  amount: { label: '收到金额', unit: '元', scale: 1000 },
  reference: '转账单号',
  days: '日期',
  spent: { label: '退回的流量', scale: 'bytes' },
  accepted: '接受的账本',
  closed: '关闭的账本',
  givenUp: '放弃的报告',
  acknowledged: '已确认的批次',
  action: '处理方式',
  billed: { label: '计费流量', scale: 'bytes' },
  beside: '同一时间已计费的报告数',
  node: '节点 ID',
  from: '起始序号',
  to: '末尾序号',
  problems: '问题',
};
