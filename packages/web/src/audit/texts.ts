import { auditKinds } from '@skyport/contract/audit-kinds';

/** Kinds of things that are changed only by their owners or by commands on the server. */
const otherKinds: Readonly<Record<string, string>> = { session: '登录会话', audit: '操作记录' };

/** The name of a kind of thing. */
export const kindName = (kind: string): string => ({ ...auditKinds, ...otherKinds })[kind] ?? kind;

/** What was done, by the name of the call. */
const calls: Readonly<Record<string, string>> = {
  'accounts.endSession': '结束会话',
  'accounts.logoutEverywhere': '退出全部设备',
  'accounts.removeSecondStep': '解除动态验证码',
  'accounts.setupAdmin': '创建首个管理员',
  'command.acceptAudit': '确认操作记录现状',
  'command.dropSecondStep': '在服务器上解除动态验证码',
  'command.grantAdmin': '在服务器上授予管理员',
  'coupons.delete': '删除优惠券',
  'coupons.update': '保存优惠券',
  'errors.clear': '清空错误日志',
  'fleet.acceptBooks': '接受新账本',
  'fleet.closeAlarm': '关闭告警',
  'fleet.settleBatch': '处理用量报告',
  'fleet.undoReports': '撤销节点用量',
  'install.approveHostKey': '批准主机指纹',
  'install.remove': '移除节点程序',
  'install.rollback': '回滚节点程序',
  'install.upgradeAgentserver': '安装或升级节点程序',
  'jobs.retry': '重新执行任务',
  'nodes.clearUpdatetimes': '重置更新次数',
  'nodes.delete': '删除节点',
  'nodes.enrolCode': '生成接入码',
  'nodes.entryDelete': '删除入口',
  'nodes.entryUpdate': '保存入口',
  'nodes.lineDelete': '删除线路',
  'nodes.lineResetHot': '重置线路流量',
  'nodes.lineTest': '测试线路',
  'nodes.lineUpdate': '保存线路',
  'nodes.update': '保存节点',
  'payments.receipt': '登记人工收款',
  'permissions.delete': '删除权限',
  'permissions.update': '保存权限',
  'rules.restore': '恢复规则',
  'rules.save': '保存规则',
  'settings.setConfig': '保存系统设置',
  'settings.test': '测试系统设置',
  'shop.deleteCombo': '删除商品',
  'shop.updateCombo': '保存商品',
  'users.changePassword': '修改用户密码',
  'users.endSessions': '退出用户的全部设备',
  'users.updateChannel': '保存渠道',
  'users.updateUser': '保存用户',
};

/** Calls that changes can be looked for by: their names and texts. */
export const callChoices = Object.entries(calls).map(([value, label]) => ({ value, label }));

/** What a call did; its own name where there is no text for it yet. */
export const callName = (call: string): string => calls[call] ?? call;

/** Texts of the page of staff's changes. */
export const texts = {
  title: '操作记录',
  search: '搜索操作人邮箱、操作人或对象 ID',
  kind: '对象类型',
  anyKind: '全部类型',
  call: '操作内容',
  anyCall: '全部操作',
  check: {
    sound: (time: string) => `最近一次完整性校验：${time}，没有发现问题`,
    broken: (time: string, problems: number) => `最近一次完整性校验：${time}，发现 ${problems} 处问题，请查看通知`,
    never: '尚未进行完整性校验，每天自动进行一次',
  },
  details: '详情',
  byCommand: '服务器命令',
  pending: '待入链',
  none: '—',
  columns: {
    time: '时间',
    actor: '操作人',
    call: '操作内容',
    kind: '对象类型',
    changed: '改动',
    object: '对象 ID',
    address: '来源地址',
    seq: '序号',
  },
  made: '新建',
  removed: '删除',
  fields: '字段',
  before: '之前',
  after: '之后',
  note: '说明',
  noFields: '没有字段改动',
  secrets: { none: '未设置', set: '已设置', changed: '已更换' },
} as const;
