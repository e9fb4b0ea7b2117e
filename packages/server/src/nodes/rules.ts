import { countryByCode, countryOfFlag } from '@skyport/contract/countries';
import type { FieldProblem } from '@skyport/contract/field-refusal';
import type { EntryForm } from '@skyport/contract/nodes-entries';
import type { LineForm } from '@skyport/contract/nodes-lines';
import type { NodeType } from '@skyport/contract/nodes-rules';
import type { NodeForm } from '@skyport/contract/nodes';
import { borrowedName, hasHost, lineNodeProblem, type ServerNames } from '@skyport/contract/nodes-rules';
import { isPrivateAddress } from '../platform/addresses.ts';

/** Highest shift of a line's ports against its node's: as many lines as one node may hold, less one. */
export const MAX_OFFSET = 63;
const HIGHEST_PORT = 65_535;
const REALITY_PORT = 443;

/** The ports of a node that its lines' offsets shift. */
export interface NodePorts {
  readonly ctrlPort: number;
  readonly port: number | null;
  readonly publicPort: number | null;
  readonly zzPort: number | null;
}

/** Where the engine listens for the line with offset 0; undefined when the node names no port at all. */
export const basePort = (node: NodePorts): number | undefined =>
  node.port ?? node.publicPort ?? node.zzPort ?? undefined;

/**
 * The lowest offset at which a line of the node finds its ports free: not that of another line, every shifted port
 * within range, and never the port on which the agent itself is reached. Undefined when there is none.
 */
export const freeOffset = (node: NodePorts, taken: readonly number[]): number | undefined => {
  for (let offset = 0; offset <= MAX_OFFSET; offset++) {
    if (!taken.includes(offset) && !offsetProblem(node, offset)) return offset;
  }
  return undefined;
};

/** Why a line cannot keep its offset on a node with these ports; undefined when it can. */
export const offsetProblem = (node: NodePorts, offset: number): string | undefined => {
  const base = basePort(node);
  if (base === undefined) return '节点没有可用端口';
  if (base + offset === node.ctrlPort) return `端口 ${node.ctrlPort} 已用作控制端口`;
  const highest = Math.max(base, node.publicPort ?? 0, node.zzPort ?? 0) + offset;
  return highest > HIGHEST_PORT ? `端口超出范围：${highest}` : undefined;
};

/** Code of the country that a form names, by its flag; '' for none; undefined when there is no such. */
export const countryCode = (country: NodeForm['country']): string | undefined =>
  country.flag === '' && country.name === '' ? '' : countryByCode(countryOfFlag(country.flag))?.code;

/** Name and flag as the wire shows them; both empty without a country. */
export const countryOf = (code: string): { name: string; en: string; code: string; flag: string } =>
  countryByCode(code) ?? { name: '', en: '', code: '', flag: '' };

interface Address<Name extends string> {
  readonly field: Name;
  readonly label: string;
  readonly address: string;
}

const privateProblem = <Name extends string>(addresses: readonly Address<Name>[]): FieldProblem<Name> | undefined => {
  const found = addresses.find(({ address }) => isPrivateAddress(address));
  return found && { field: found.field, message: `${found.label}：不能使用内网或保留地址 ${found.address}` };
};

/** Why a node's addresses cannot be used; undefined when they can. */
export const nodeAddressProblem = (node: Pick<NodeForm, 'ip' | 'host'>): FieldProblem<'ip' | 'host'> | undefined =>
  privateProblem([
    { field: 'ip', label: 'IP', address: node.ip },
    { field: 'host', label: '域名', address: node.host },
  ]);

/** Why an entry's addresses cannot be used; undefined when they can. */
export const entryAddressProblem = (
  entry: Pick<EntryForm, 'ip' | 'ipList'>,
): FieldProblem<'ip' | 'ipList'> | undefined =>
  privateProblem([
    { field: 'ip', label: '默认 IP', address: entry.ip },
    ...entry.ipList.map((address) => ({ field: 'ipList', label: 'IP 列表', address }) as const),
  ]);

type LineAddresses = Pick<LineForm, 'ip' | 'host' | 'bridgeAddr' | 'realityTarget'>;

/** Why a line's own addresses cannot be used; undefined when they can. */
export const lineAddressProblem = (line: LineAddresses): FieldProblem<keyof LineAddresses> | undefined =>
  privateProblem([
    { field: 'ip', label: 'IP', address: line.ip },
    { field: 'host', label: '域名', address: line.host },
    { field: 'bridgeAddr', label: 'CDN 地址', address: line.bridgeAddr },
    { field: 'realityTarget', label: 'REALITY 目标', address: line.realityTarget },
  ]);

/** What a line needs of its node. */
export interface LineHome extends NodePorts {
  readonly type: NodeType;
  readonly ip: string;
  readonly host: string;
}

/** Why a line cannot stand on this node, at the field that can be changed; undefined when it can. */
export const lineProblem = (line: LineForm, node: LineHome): FieldProblem<keyof LineForm> | undefined => {
  const wrongProtocol = lineNodeProblem(node.type, line.protocol);
  if (wrongProtocol) return wrongProtocol;
  if (node.type === 'h2' && line.bridge !== 'none') return { field: 'bridge', message: 'h2 类型的节点只能直连' };
  if (line.bridge === 'report' && node.zzPort === null)
    return { field: 'bridge', message: '节点没有填写中转端口，不能经过入口' };
  if (line.protocol === 'reality' && !borrowedName(line, node))
    return { field: 'realityTarget', message: 'REALITY 线路需要节点或线路的域名，或 REALITY 目标' };
  if (line.bridge === 'cf_cdn' && !hasHost(line, node))
    return { field: 'host', message: '使用 CDN 时需要节点或线路的域名' };
  return undefined;
};

/** host:port that REALITY hands strangers on to. */
export const realityTarget = (line: ServerNames, node: ServerNames): string =>
  line.realityTarget || `${borrowedName(line, node)}:${REALITY_PORT}`;

/** Where a node is reached over SSH. A secret that was typed for one such place is never said at another. */
export const sshPlace = ({ ip, host, ssh_port }: { ip: string; host: string; ssh_port: number }): string =>
  `${ip || host}:${ssh_port}`;
