import { z } from 'zod';
import { HostOrIp } from './addresses.ts';
import { access, call } from './call.ts';
import { shownFields } from './changed-fields.ts';
import { field } from './form.ts';
import { ById, ChangeName, Done, Nothing, Position } from './shapes.ts';
import { Id, Line } from './units.ts';

const entryFields = z.object({
  index: field('排序', Position.default(0), { help: '数字小的在前' }),
  name: field('名称', Line(64).min(1)),
  ip: field('默认 IP', HostOrIp.min(1)),
  ipList: field('IP 列表', z.array(HostOrIp.min(1)).max(256).default([]), {
    multiline: true,
    help: '每行一个；多条线路依次使用，否则按用户固定分配',
  }),
  desc: field('描述', Line(500).default('')),
  visible: field('可见', z.boolean().default(true), { help: '不可见时，经过该入口的线路不出现在订阅中' }),
});

/**
 * The form of one entry (relay); without `_id` a new one is made, once for each `change`. With `shown` it is saved only
 * while it is still that.
 */
export const EntryForm = entryFields.extend({
  _id: Id.optional(),
  shown: shownFields(entryFields).optional(),
  change: ChangeName.optional(),
});
export type EntryForm = z.output<typeof EntryForm>;

/** An entry as admins see it. */
export const EntryView = entryFields.extend({ _id: Id });
export type EntryView = z.output<typeof EntryView>;

/** Part of the calls of nodes: entries. */
export const entriesCalls = {
  entryList: call({
    path: '/api/admin/entrys/list',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'All entries.',
    input: Nothing,
    output: z.array(EntryView),
    fails: [],
  }),
  entryUpdate: call({
    path: '/api/admin/entrys/update',
    access: access.admin,
    rate: 'change',
    audit: 'entry',
    summary:
      'Creates an entry (without _id) or saves one; 1109, with the entry as it is now, when it is no longer the one that was shown. The same `change` creates once, and answers with what it made again; 1109 with another form.',
    input: EntryForm,
    output: EntryView,
    fails: ['notFound', 'conflict', 'invalidPayload'],
  }),
  entryDelete: call({
    path: '/api/admin/entrys/delete',
    access: access.admin,
    rate: 'change',
    audit: 'entry',
    summary: 'Deletes an entry; refused while a line uses it.',
    input: ById,
    output: Done,
    fails: ['notFound', 'conflict'],
  }),
} as const;
