import { z } from 'zod';
import { HostOrIp } from './addresses.ts';
import { access, call } from './call.ts';
import { shownFields } from './changed-fields.ts';
import { field } from './form.ts';
import { JoinProblem } from './join-problem.ts';
import { NodeMarks } from './node-marks.ts';
import { NodeHealth, NodeTrouble } from './node-trouble.ts';
import { entriesCalls } from './nodes-entries.ts';
import { linesCalls } from './nodes-lines.ts';
import { nodeProblems, nodeTypes, serverTypeNames, serverTypes } from './nodes-rules.ts';
import { AllOrOne, ById, ChangeName, Done, MOST_NETWORKS, Network, Nothing, Port, Position } from './shapes.ts';
import { Id, Instant, Line, TextOf } from './units.ts';

/** A country as country.json names it; the flag (an emoji) is what identifies it. */
export const Country = z.object({ name: Line(64), flag: Line(16) });
export type Country = z.infer<typeof Country>;

const nodeFields = z.object({
  index: field('排序', Position.default(0), { help: '数字小的在前' }),
  name: field('名称', Line(64).min(1)),
  country: field('国家', Country),
  type: field('类型', z.enum(nodeTypes)),
  ip: field('IP', HostOrIp.default('')),
  host: field('域名', HostOrIp.default('')),
  ctrl_port: field('控制端口', Port.default(888), { help: '面板连接节点程序的端口' }),
  zz_port: field('中转端口', Port.nullable().default(null), { help: '客户端在入口上连接的端口；线路经过入口时需要' }),
  port: field('监听端口', Port.nullable().default(null), { help: '引擎监听的端口；留空则与公开端口相同' }),
  public_port: field('公开端口', Port.nullable().default(null), { help: '客户端直连节点的端口；留空则与监听端口相同' }),
  desc: field('描述', Line(500).default('')),
  warp: field('WARP', z.boolean().default(false), { help: '出口流量经 WireGuard 转出' }),
  warp_keys: field('WARP 密钥', TextOf(8192).default(''), {
    secret: true,
    multiline: true,
    help: 'WireGuard 配置文件的内容，或 warp.json 的内容；保存后请执行一次升级，由面板写到节点上。留空则保留已保存的内容',
  }),
  open_log: field('访问日志', z.boolean().default(false), { help: '关闭时不记录任何访问目标' }),
  serverType: field('服务器类型', z.enum(serverTypes), { choices: serverTypeNames }),
  ssh_port: field('SSH 端口', Port.default(22)),
  ssh_username: field('SSH 用户名', Line(64).default('')),
  ssh_password: field('SSH 密码', TextOf(8192).default(''), {
    secret: true,
    multiline: true,
    help: '密码或私钥；留空则保留已保存的内容',
  }),
  panel_networks: field('面板地址限制', z.array(Network).max(MOST_NETWORKS).default([]), {
    multiline: true,
    unordered: true,
    help: '每行一个 IP 或网段；只有这些地址能连接控制端口，留空则不限制。面板一小时没有连上节点时自动解除',
  }),
  enabled: field('启用', z.boolean().default(true), { help: '停用后其线路不再出现在订阅中' }),
  link_mbps: field('带宽', z.number().int().min(1).max(1_000_000).default(1000), {
    unit: 'Mbps',
    help: '超出此带宽的流量报告不会计费，先由管理员核对',
  }),
});

/**
 * The form of one node; without `_id` a new one is made, once for each `change`. `copy_of` names the node whose stored
 * SSH password a new node takes over. With `shown`, all but its secrets, it is saved only while it is still that.
 */
export const NodeForm = nodeFields
  .extend({
    _id: Id.optional(),
    copy_of: Id.optional(),
    change: ChangeName.optional(),
    shown: shownFields(nodeFields.omit({ ssh_password: true, warp_keys: true }))
      .extend(NodeMarks.partial().shape)
      .optional(),
  })
  .superRefine((node, ctx) => {
    for (const p of nodeProblems(node)) ctx.addIssue({ code: 'custom', path: [p.field], message: p.message });
  });
export type NodeForm = z.output<typeof NodeForm>;

/** A node as admins see it. */
export const NodeView = z.object({
  ...nodeFields.shape,
  ...NodeMarks.shape,
  _id: Id,
  ssh_password: z.literal(''),
  has_ssh_password: z.boolean(),
  warp_keys: z.literal(''),
  has_warp_keys: z.boolean(),
  /** Healthy or degraded. */
  status: z.boolean(),
  health: NodeHealth,
  /** Why the node is not healthy; empty when it is. */
  troubles: z.array(NodeTrouble),
  /** When the agent answered last. */
  reached_at: Instant.nullable(),
  /** Whether an agent has joined. */
  enrolled: z.boolean(),
  /** Why none has joined yet with the code that is open; null without one, or before the first try. */
  join_problem: JoinProblem.nullable(),
  /** Milliseconds from panel to node; null when not measured. */
  speed: z.number().int().nonnegative().nullable(),
  agent_version: z.string(),
  /** Configuration pushes since the counter was cleared. */
  updateConfigTimes: z.number().int().nonnegative(),
});
export type NodeView = z.output<typeof NodeView>;

/** A node as customers see it. */
export const AgentItem = z.object({
  _id: Id,
  name: z.string(),
  desc: z.string(),
  country: z.object({ name: z.string(), flag: z.string() }),
  /** Milliseconds; null when not measured. */
  speed: z.number().int().nonnegative().nullable(),
  orderID: z.number().int(),
});
export type AgentItem = z.infer<typeof AgentItem>;

export const nodesCalls = {
  agentList: call({
    path: '/api/agent/agent_list',
    access: access.anyone,
    rate: 'read',
    summary: 'The node list of customers and visitors: names, countries and latency, no addresses.',
    input: Nothing,
    output: z.array(AgentItem),
    fails: [],
  }),
  list: call({
    path: '/api/admin/agents/list',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'All nodes with their health.',
    input: Nothing,
    output: z.array(NodeView),
    fails: [],
  }),
  update: call({
    path: '/api/admin/agents/update',
    access: access.admin,
    rate: 'change',
    audit: 'node',
    stepUp: 'sometimes',
    summary:
      'Creates a node (without _id) or saves one, after a step-up when the panel is to dial another address or believe another bandwidth; never waits for the node itself. 1109, with the node as it is now, when it is no longer the one that was shown. The same `change` creates once, and answers with what it made again; 1109 with another form.',
    input: NodeForm,
    output: NodeView,
    fails: ['notFound', 'conflict', 'invalidPayload'],
  }),
  delete: call({
    path: '/api/admin/agents/delete',
    access: access.admin,
    rate: 'change',
    audit: 'node',
    summary: 'Deletes a node; refused while it has lines.',
    input: ById,
    output: Done,
    fails: ['notFound', 'conflict'],
  }),
  clearUpdatetimes: call({
    path: '/api/admin/agents/clear_updatetimes',
    access: access.admin,
    rate: 'change',
    audit: 'nodePushes',
    summary: 'Sets the count of configuration pushes to zero, of all nodes or of one.',
    input: AllOrOne,
    output: Done,
    fails: ['notFound'],
  }),
  enrolCode: call({
    path: '/api/admin/agents/enrol_code',
    access: access.admin,
    rate: 'change',
    audit: 'enrolment',
    stepUp: 'always',
    summary:
      'Makes the one-time code with which a node joins without SSH, and the line to run on its server; an earlier code of the node ends.',
    input: ById,
    output: z.object({ code: z.string(), expires: Instant, command: z.string() }),
    fails: ['notFound'],
  }),
  ...entriesCalls,
  ...linesCalls,
} as const;
