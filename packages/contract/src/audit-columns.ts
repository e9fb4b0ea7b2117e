import type { AuditRow } from './audit.ts';
import { auditKinds } from './audit-kinds.ts';

/** Titles of the columns in which changes by staff are listed and exported. */
export const auditColumnTitles = {
  call: '操作内容',
  time: '时间',
  actor: '操作人',
  kind: '对象类型',
  name: '对象',
  changed: '改动',
  address: '来源地址',
  object: '对象 ID',
  seq: '序号',
} as const;
export type AuditColumn = keyof typeof auditColumnTitles;

/** Kinds of things that are changed only by their owners or by commands on the server. */
const otherKinds: Readonly<Record<string, string>> = { session: '登录会话', audit: '操作记录' };

/** The name of a kind of thing. */
export const auditKindName = (kind: string): string => ({ ...auditKinds, ...otherKinds })[kind] ?? kind;

/** Words of the columns. */
export const auditWords = { byCommand: '服务器命令', pending: '待入链', made: '新建', removed: '删除' } as const;

/** Name of the changed object, or the id of one that is gone or has no name. */
export const auditObject = (row: Pick<AuditRow, 'object' | 'object_name'>): string => row.object_name || row.object;

/** Who made the change. */
export const auditActor = (row: Pick<AuditRow, 'actor' | 'actor_id'>): string =>
  row.actor || row.actor_id || auditWords.byCommand;
