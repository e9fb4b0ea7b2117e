import { auditCallNames } from '@skyport/contract/audit-calls';
import { auditColumnTitles } from '@skyport/contract/audit-columns';

/** Calls that changes can be looked for by: their names and texts. */
export const callChoices = Object.entries(auditCallNames).map(([value, label]) => ({ value, label }));

/** Texts of the page of staff's changes. */
export const texts = {
  title: '操作记录',
  search: '搜索操作人邮箱、ID',
  done: '操作',
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
  about: '操作信息',
  none: '—',
  columns: auditColumnTitles,
  fields: '字段',
  before: '之前',
  after: '之后',
  note: '说明',
  noFields: '没有字段改动',
  secrets: { none: '未设置', set: '已设置', changed: '已更换' },
} as const;
