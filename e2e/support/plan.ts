import type { CouponForm } from '@skyport/contract/coupons';
import type { EntryForm, LineForm, NodeForm } from '@skyport/contract/nodes';
import { GIB } from '@skyport/contract/units';
import type { z } from 'zod';

type Partly<T extends z.ZodType> = z.input<T>;

/** What an operator sets up for the main job, as the forms take it; ids come while it is done. */
export interface Plan {
  /** VMess and Shadowsocks on one node, REALITY on another: a node's type allows no more. */
  readonly nodes: readonly [plain: Partly<typeof NodeForm>, reality: Partly<typeof NodeForm>];
  readonly entry: Partly<typeof EntryForm>;
  /** `node` is the place in `nodes`. */
  readonly lines: readonly PlannedLine[];
  readonly coupon: Partly<typeof CouponForm>;
}

export interface PlannedLine {
  readonly node: 0 | 1;
  readonly viaEntry: boolean;
  readonly form: Omit<Partly<typeof LineForm>, 'agentID'>;
}

/** Where the plan is to be carried out. */
export interface Site {
  readonly node: string;
  readonly entry: string;
  /** `host:port` of a TLS 1.3 server that REALITY borrows. */
  readonly tlsTarget: string;
  /** First of at least 20 free ports. */
  readonly ports: number;
}

const DAY_MS = 86_400_000;

/** The plan of the main job: three line types, two direct and one through an entry. */
export const planFor = ({ node, entry, tlsTarget, ports }: Site): Plan => {
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
    coupon: {
      name: '新用户体验券',
      type: 'freeUse',
      code: 'TIYAN-2026',
      traffic: 20 * GIB,
      useNumPerUser: 1,
      expireTime: new Date(Date.now() + 7 * DAY_MS).toISOString(),
    },
  };
};
