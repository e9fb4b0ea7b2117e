import { ADMIN_MS, REASON_MS, toast } from '../ui/toasts.ts';

/** Texts of the page of backups. */
export const texts = {
  title: '备份',
  search: '搜索文件、原因',
  columns: {
    file: '文件',
    state: '状态',
    startedAt: '备份时间',
    age: '距今',
    bytes: '大小',
    rows: '数据行数',
    checked: '校验和',
    restore: '试恢复',
    copy: '对象存储副本',
    origin: '来源',
    problem: '原因',
  },
  ago: (age: string) => `${age}前`,
  writing: (percent: number) => `备份中 ${percent}%`,
  checkedAt: (time: string) => `一致（${time}）`,
  unchecked: '未校验',
  wrong: '不一致',
  notTried: '未进行',
  now: '立即备份',
  nowTitle: '立即备份',
  nowText:
    '将所有数据和本机图片写入备份文件夹中的一个新文件，期间网站照常使用。备份与数据库同样机密，请另外妥善保管 SECRET_KEY。',
  started: toast('已开始备份，进度显示在列表中', ADMIN_MS),
  startFailed: toast('备份失败:', REASON_MS),
  tryRestore: '试恢复',
  tryTitle: '试恢复备份',
  tryText: (file: string) =>
    `将 ${file} 恢复到一个临时数据库，核对账目后删除。不影响正在使用的数据，需要与数据库相当的磁盘空间。`,
  trying: toast('已安排试恢复，结果显示在列表中', ADMIN_MS),
  tryFailed: toast('试恢复失败:', REASON_MS),
  delete: '删除',
  deleteTitle: '删除备份',
  deleteText: (file: string, copied: boolean) =>
    `确认删除备份 ${file}？文件${copied ? '和对象存储中的副本' : ''}会被永久删除，之后不能再从它恢复。`,
  deleting: '等待删除',
  deleted: toast('已安排删除，文件很快会被删除', ADMIN_MS),
  deleteFailed: toast('删除失败:', REASON_MS),
  empty: '还没有备份。可以立即备份，或在系统设置中设置自动备份。',
  off: '未开启自动备份。',
  every: (hours: number, keep: number) => `每 ${hours} 小时自动备份，保留 ${keep} 份完好的备份。`,
  next: (time: string) => `下次备份：${time}。`,
  tries: (on: boolean) => (on ? '每天试恢复一次。' : '未开启每天试恢复。'),
  copies: '最近一份完好的备份会复制到对象存储。',
  stale: (time: string) => `最近一份完好的备份已超过两个备份间隔（${time} 起告警），请查看下方原因。`,
  settings: '备份设置',
  /** Search in the settings. */
  find: '备份',
} as const;

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** How long ago something was. */
export const ageText = (ms: number): string => {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  if (minutes < HOUR_MINUTES) return `${minutes} 分钟`;
  if (minutes < DAY_MINUTES) return `${Math.floor(minutes / HOUR_MINUTES)} 小时`;
  return `${Math.floor(minutes / DAY_MINUTES)} 天`;
};
