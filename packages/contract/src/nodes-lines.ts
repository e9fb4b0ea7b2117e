import { z } from 'zod';
import { HostAndPort, HostMaybePort, HostOrIp } from './addresses.ts';
import { access, call } from './call.ts';
import { shownFields } from './changed-fields.ts';
import { LineProtocol } from './fleet.ts';
import { field } from './form.ts';
import { bridges, lineProblems } from './nodes-rules.ts';
import { AllOrOne, ById, ChangeName, Done, Nothing, Position, Scale } from './shapes.ts';
import { ByteCount, Id, Line } from './units.ts';

const lineFields = z.object({
  index: field('排序', Position.default(0), { help: '数字小的在前' }),
  name: field('名称', Line(64).min(1)),
  agentID: field('节点', Id),
  protocol: field('协议', LineProtocol),
  bridge: field('接入方式', z.enum(bridges).default('none'), {
    choices: { none: '直连', cf_cdn: 'CDN', report: '入口中转' },
  }),
  entryID: field('入口', Id.nullable().default(null)),
  scale: field('倍率', Scale.default(1)),
  num: field('数量', z.number().int().min(1).max(50).default(1), { help: '订阅中出现几条' }),
  public: field('公共线路', z.boolean().default(false), { help: '使用不计流量' }),
  fixName: field('固定名字', z.boolean().default(false)),
  disableForAgency: field('代理商用户不可用', z.boolean().default(false)),
  permissionRequire: field('所需权限', Id.nullable().default(null)),
  bridgeAddr: field('CDN 地址', HostMaybePort.default(''), { help: '没有端口时为 443' }),
  ip: field('IP', HostOrIp.default(''), { help: '覆盖节点的 IP' }),
  host: field('域名', HostOrIp.default(''), { help: '覆盖节点的域名' }),
  realityTarget: field('REALITY 目标', HostAndPort.default(''), {
    help: 'REALITY 借用的网站，格式 域名:端口；留空时借用线路或节点的域名，端口 443（即 host:443）',
  }),
});

/**
 * The form of one line; without `_id` a new one is made, once for each `change`. With `shown` it is saved only while it
 * is still that.
 */
export const LineForm = lineFields
  .extend({ _id: Id.optional(), shown: shownFields(lineFields).optional(), change: ChangeName.optional() })
  .superRefine((line, ctx) => {
    for (const p of lineProblems(line)) ctx.addIssue({ code: 'custom', path: [p.field], message: p.message });
  });
export type LineForm = z.output<typeof LineForm>;

/** A line as admins see it. */
export const LineView = z.object({
  ...lineFields.shape,
  _id: Id,
  /** Raw bytes since the last reset. */
  hot: ByteCount,
  /** Why the line can be in no document, if so; then the log of the last test. */
  msg: z.string(),
});
export type LineView = z.output<typeof LineView>;

/** Part of the calls of nodes: lines. */
export const linesCalls = {
  lineList: call({
    path: '/api/admin/agent_line/list',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'All lines.',
    input: Nothing,
    output: z.array(LineView),
    fails: [],
  }),
  lineUpdate: call({
    path: '/api/admin/agent_line/update',
    access: access.admin,
    rate: 'change',
    audit: 'line',
    summary:
      'Creates a line (without _id) and its secrets, or saves one; 1109, with the line as it is now, when it is no longer the one that was shown. The same `change` creates once, and answers with what it made again; 1109 with another form.',
    input: LineForm,
    output: LineView,
    fails: ['notFound', 'conflict', 'invalidPayload'],
  }),
  lineDelete: call({
    path: '/api/admin/agent_line/delete_agent',
    access: access.admin,
    rate: 'change',
    audit: 'line',
    summary: 'Deletes a line.',
    input: ById,
    output: Done,
    fails: ['notFound'],
  }),
  lineResetHot: call({
    path: '/api/admin/agent_line/reset_hot',
    access: access.admin,
    rate: 'change',
    audit: 'lineTraffic',
    summary: 'Sets the traffic counter to zero, of all lines or of one.',
    input: AllOrOne,
    output: Done,
    fails: ['notFound'],
  }),
} as const;
