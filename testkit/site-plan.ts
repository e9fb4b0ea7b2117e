import type { CouponForm } from '@skyport/contract/coupons';
import type { LineProtocol } from '@skyport/contract/fleet';
import type { EntryForm } from '@skyport/contract/nodes-entries';
import type { LineForm } from '@skyport/contract/nodes-lines';
import type { NodeForm } from '@skyport/contract/nodes';
import { GIB } from '@skyport/contract/units';
import type { z } from 'zod';
import type { RelayedPort } from './relay.ts';

/** What a form takes but for what it was opened with: somebody begins with nothing. */
type Partly<T extends z.ZodType> = Omit<z.input<T>, 'shown'>;

/** What an operator sets up, as the forms take it; ids come while it is done. */
export interface Plan {
  /** One for each type that the lines need: a node's type allows no more. */
  readonly nodes: readonly Partly<typeof NodeForm>[];
  readonly entry: Partly<typeof EntryForm>;
  /** `node` is the place in `nodes`. */
  readonly lines: readonly PlannedLine[];
  readonly coupon: Partly<typeof CouponForm>;
}

export interface PlannedLine {
  readonly node: number;
  /** Through the plan's entry, whatever the form says of its bridge. */
  readonly viaEntry: boolean;
  readonly form: Omit<Partly<typeof LineForm>, 'agentID'>;
}

/** A node of the plan by its place. Throws a RangeError when there is none. */
export const nodeOf = (plan: Plan, index: number): Partly<typeof NodeForm> => {
  const node = plan.nodes[index];
  if (!node) throw new RangeError(`the plan has no node ${index}`);
  return node;
};

/** Ports of the plan's entry with the ports behind them; lines get their offsets in the order they are made. */
export const relayedPorts = (plan: Plan): RelayedPort[] =>
  plan.lines.flatMap((line, index) => {
    if (!line.viaEntry) return [];
    const offset = plan.lines.slice(0, index).filter(({ node }) => node === line.node).length;
    const { port, zz_port } = nodeOf(plan, line.node);
    return [{ listen: (zz_port ?? 0) + offset, to: (port ?? 0) + offset }];
  });

/** Where a plan is to be carried out. */
export interface Place {
  readonly node: string;
  readonly entry: string;
  /** `host:port` of a TLS 1.3 server that REALITY borrows. */
  readonly tlsTarget: string;
  /** First of at least 60 free ports. */
  readonly ports: number;
}

const DAY_MS = 86_400_000;

const welcomeCoupon = (): Plan['coupon'] => ({
  name: '新用户体验券',
  type: 'freeUse',
  code: 'TIYAN-2026',
  traffic: 20 * GIB,
  useNumPerUser: 1,
  NumberOfAuthorizations: 1000,
  expireTime: new Date(Date.now() + 7 * DAY_MS).toISOString(),
});

/** The plan of the main job: three line types, two direct and one through an entry. */
export const mainJobPlan = ({ node, entry, tlsTarget, ports }: Place): Plan => {
  const place = { name: '香港', flag: '🇭🇰' };
  const common = { country: place, ip: node, link_mbps: 100_000 } as const;
  return {
    nodes: [
      { ...common, name: '香港一号', type: 'v2ray', serverType: 'ubuntu_x86', ctrl_port: ports, port: ports + 1 },
      {
        ...common,
        name: '香港二号',
        type: 'reality',
        serverType: 'ubuntu_reality',
        ctrl_port: ports + 10,
        port: ports + 11,
        public_port: null,
        zz_port: ports + 11,
      },
    ],
    entry: { name: '广州入口', ip: entry },
    lines: [
      { node: 0, viaEntry: false, form: { name: '香港 VMess', protocol: 'vmesh_tcp', fixName: true } },
      { node: 0, viaEntry: false, form: { name: '香港 SS', protocol: 'ss', fixName: true } },
      {
        node: 1,
        viaEntry: true,
        form: {
          name: '香港 REALITY',
          protocol: 'reality',
          fixName: true,
          host: 'origin.test',
          realityTarget: tlsTarget,
        },
      },
    ],
    coupon: welcomeCoupon(),
  };
};

/** Where the plan with every protocol finds its content network: the edge's address, and the name it answers for. */
export interface EdgePlace {
  readonly ip: string;
  readonly name: string;
}

/** Port of the node behind the edge, by the order of the lines. */
export const portBehindEdge = (ports: number): number => ports + 4;

/**
 * Every protocol that a line can have, and every way to a node: direct, through an entry, through a content network.
 */
export const everyProtocolPlan = ({ node, entry, tlsTarget, ports }: Place, edge: EdgePlace): Plan => {
  const common = { country: { name: '香港', flag: '🇭🇰' }, ip: node, link_mbps: 100_000 } as const;
  const plain = { ...common, type: 'v2ray', serverType: 'ubuntu_x86' } as const;
  const line = (protocol: LineProtocol, name: string): PlannedLine['form'] => ({ protocol, name, fixName: true });
  const direct = (form: PlannedLine['form'], place = 0): PlannedLine => ({ node: place, viaEntry: false, form });
  return {
    nodes: [
      // Another port in front than behind, so that a document cannot mix them up unseen.
      { ...plain, name: '香港一号', ctrl_port: ports, port: ports + 1, zz_port: ports + 41 },
      {
        ...common,
        name: '香港二号',
        type: 'reality',
        serverType: 'ubuntu_reality',
        ctrl_port: ports + 20,
        port: ports + 21,
      },
      { ...common, name: '香港三号', type: 'h2', serverType: 'ubuntu_x86', ctrl_port: ports + 30, port: ports + 31 },
    ],
    entry: { name: '广州入口', ip: entry },
    lines: [
      direct(line('vmesh_tcp', '香港 VMess')),
      { node: 0, viaEntry: true, form: line('vmesh_tcp', '香港 VMess 中转') },
      direct(line('vmesh_ws', '香港 WebSocket')),
      direct({ ...line('vmesh_ws', '香港 CDN'), bridge: 'cf_cdn', bridgeAddr: edge.ip, host: edge.name }),
      direct(line('ss', '香港 SS')),
      direct(line('compat', '香港 兼容')),
      direct({ ...line('reality', '香港 REALITY'), host: 'origin.test', realityTarget: tlsTarget }, 1),
      direct(line('h2', '香港 Hysteria2'), 2),
    ],
    coupon: welcomeCoupon(),
  };
};
