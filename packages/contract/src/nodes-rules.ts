import { readAddress } from './addresses.ts';
import type { FieldProblem } from './field-refusal.ts';
import type { LineProtocol } from './fleet.ts';

/** Types of node, with the specification's spelling. */
export const nodeTypes = ['v2ray', 'h2', 'reality'] as const;
export type NodeType = (typeof nodeTypes)[number];

/** Install scripts of nodes, with the specification's spelling. */
export const serverTypes = [
  'apine',
  'ubuntu_x86',
  'ubuntu_arm',
  'ubuntu_guonei',
  'ubuntu_reality',
  'alpine_reality',
] as const;
export type ServerType = (typeof serverTypes)[number];

/** What a server type is called. */
export const serverTypeNames: Readonly<Record<ServerType, string>> = {
  apine: 'Alpine',
  ubuntu_x86: 'Ubuntu x86',
  ubuntu_arm: 'Ubuntu ARM',
  ubuntu_guonei: 'Ubuntu 国内',
  ubuntu_reality: 'Ubuntu Reality',
  alpine_reality: 'Alpine Reality',
};

/** How clients reach a line: at the node itself, through a CDN, or through an entry. */
export const bridges = ['none', 'cf_cdn', 'report'] as const;
export type Bridge = (typeof bridges)[number];

const allowed = {
  v2ray: ['vmesh_tcp', 'vmesh_ws', 'ss', 'compat'],
  h2: ['h2'],
  reality: ['reality'],
} as const satisfies Record<NodeType, readonly LineProtocol[]>;

/** Protocols that lines of a node of this type may have. */
export const protocolsOfNodeType = (type: NodeType): readonly LineProtocol[] => allowed[type];

/** What the editor fills in when a node's type is chosen; fields not named here stay as they are. */
export const nodeTypePresets = {
  v2ray: { ctrl_port: 888, serverType: 'ubuntu_x86' },
  h2: { ctrl_port: 999, zz_port: 443, serverType: 'ubuntu_x86' },
  reality: { ctrl_port: 888, zz_port: 443, port: 443, public_port: 443, serverType: 'ubuntu_reality' },
} as const satisfies Record<NodeType, object>;

/** The bridge that the editor sets when a line's node is chosen. */
export const bridgeForNode = (type: NodeType): Bridge => (type === 'h2' ? 'none' : 'report');

/** The protocol that the editor sets when a line's node is chosen: the present one where the node allows it. */
export const protocolForNode = (type: NodeType, present: LineProtocol): LineProtocol =>
  protocolsOfNodeType(type).includes(present) ? present : allowed[type][0];

/** A line's fields that decide whether it can exist. */
export interface LineChoice {
  readonly protocol: LineProtocol;
  readonly bridge: Bridge;
  readonly entryID: string | null;
  readonly bridgeAddr: string;
  readonly num: number;
  readonly fixName: boolean;
}

/** Why a line cannot be saved, as far as the line alone tells; empty when it can. */
export const lineProblems = (line: LineChoice): readonly FieldProblem<keyof LineChoice>[] => {
  const problems: FieldProblem<keyof LineChoice>[] = [];
  if (line.fixName && line.num > 1)
    problems.push({ field: 'fixName', message: '固定名字，就不要配置多个，否则会出现重名' });
  if (line.bridge === 'cf_cdn' && line.protocol !== 'vmesh_ws')
    problems.push({ field: 'bridge', message: '只有 vmesh_ws 协议可以使用 CDN' });
  if (line.bridge === 'cf_cdn' && line.bridgeAddr === '')
    problems.push({ field: 'bridgeAddr', message: '使用 CDN 时请填写 CDN 地址' });
  if (line.bridge === 'report' && line.entryID === null) problems.push({ field: 'entryID', message: '请选择入口' });
  return problems;
};

/** Why a line cannot belong to a node of this type; undefined when it can. */
export const lineNodeProblem = (type: NodeType, protocol: LineProtocol): FieldProblem<'protocol'> | undefined =>
  protocolsOfNodeType(type).includes(protocol)
    ? undefined
    : { field: 'protocol', message: `${type} 类型的节点不支持 ${protocol} 协议` };

/** Whether somebody can reach a node: by one of the two. */
export const hasAddress = ({
  ip,
  host,
}: {
  readonly ip?: string | undefined;
  readonly host?: string | undefined;
}): boolean => Boolean(ip || host);

/** A node's ports; null, or nothing in a form, where it has none. */
export type PortChoice = Partial<Readonly<Record<'port' | 'public_port' | 'zz_port', number | null | undefined>>>;

/** Whether a node names a port at all: any of the three is enough. */
export const hasPort = ({ port, public_port, zz_port }: PortChoice): boolean =>
  [port, public_port, zz_port].some((each) => (each ?? null) !== null);

/** What names a server: a host, which may be an address, and for a line the target that REALITY was given. */
export interface ServerNames {
  readonly host?: string | undefined;
  /** `host:port`. */
  readonly realityTarget?: string | undefined;
}

/** Whether line or node have a host, by which a CDN finds the node. */
export const hasHost = (line: ServerNames, node: ServerNames | undefined): boolean => Boolean(line.host || node?.host);

/** An address, or what could only be a wrong one: the last part of a name never has digits alone. */
const ADDRESS = /^[\d.]+$|:/;

/**
 * The server name that REALITY borrows: the line's host, the node's, or that of the target, an address being no name.
 * '' when there is none.
 */
export const borrowedName = (line: ServerNames, node: ServerNames | undefined): string => {
  const names = [line.host, node?.host, readAddress(line.realityTarget ?? '')?.host];
  return names.find((name) => name && !ADDRESS.test(name)) ?? '';
};

/** A node's fields that decide whether it can exist. */
export interface NodeChoice {
  readonly type: NodeType;
  readonly ip: string;
  readonly host: string;
  readonly port: number | null;
  readonly public_port: number | null;
  readonly zz_port: number | null;
  readonly warp: boolean;
  readonly open_log: boolean;
}

/** Why a node cannot be saved; empty when it can. */
export const nodeProblems = (node: NodeChoice): readonly FieldProblem<keyof NodeChoice>[] => {
  const problems: FieldProblem<keyof NodeChoice>[] = [];
  if (!hasAddress(node)) problems.push({ field: 'ip', message: '请填写节点的 IP 或域名' });
  if (!hasPort(node)) problems.push({ field: 'public_port', message: '公开端口、监听端口、中转端口至少填写一个' });
  if (node.type !== 'v2ray' && node.warp) problems.push({ field: 'warp', message: 'WARP 只用于 v2ray 类型的节点' });
  if (node.type !== 'v2ray' && node.open_log)
    problems.push({ field: 'open_log', message: '访问日志只用于 v2ray 类型的节点' });
  return problems;
};
