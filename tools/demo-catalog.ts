import { CouponForm } from '@skyport/contract/coupons';
import { EntryForm } from '@skyport/contract/nodes-entries';
import { LineForm } from '@skyport/contract/nodes-lines';
import { NodeForm } from '@skyport/contract/nodes';
import { ComboForm } from '@skyport/contract/shop';
import { GIB } from '@skyport/contract/units';
import { couponsHandlers } from '@skyport/server/coupons/calls';
import { nodesHandlers } from '@skyport/server/nodes/calls';
import { DAY_MS } from '@skyport/server/platform/clock';
import type { Account, CallContext, Deps, StaffContext } from '@skyport/server/platform/deps';
import { shopHandlers } from '@skyport/server/shop/calls';
import type { UseBatch } from '@skyport/server/traffic/index';
import type { z } from 'zod';
import type { Customer } from './customers.ts';

/*
 * What the demo's operator has set up, through the handlers of the admin's own pages: nodes, lines, coupons, combos.
 */

/** Where the demo's node is. Ports: control ports of the two agents, first ports of their lines. */
export interface DemoPlace {
  readonly ip: string;
  readonly ctrlPorts: readonly [number, number];
  readonly ports: readonly [number, number];
  /** `host:port` of the server whose handshake REALITY borrows. */
  readonly realityTarget: string;
}

/** What a call of the admin's own screens is told of its caller; nothing of it is used by the handlers below. */
const staff = {
  requestId: 'demo',
  address: '127.0.0.1',
  host: 'localhost',
  userAgent: 'demo',
  page: '',
  callerRow: undefined,
};

export const contextOf = <C>(caller: C): CallContext<C> & StaffContext => ({
  ...staff,
  caller,
  bothParts: true,
  requireStepUp: async () => undefined,
  identifyBrowser: () => Buffer.alloc(32),
  startSession: async () => true,
  endSession: async () => undefined,
  // Nobody of the staff made the demo's data.
  audited: async (_trx, _of, change) => change(),
});

export const accountOf = ({ id, num, email }: Customer, type: Account['type']): Account => ({
  id,
  num,
  email,
  type,
  paid: true,
  isAgencyUser: false,
  session: Buffer.alloc(32),
});

/** Nobody's id: the demo has no account of its own for staff. */
const NOBODY = '00000000-0000-7000-8000-000000000000';

export const operator = accountOf({ id: NOBODY, num: 0, email: 'demo', userkey: '' }, 'admin');

export interface DemoLines {
  /** Of the first line's node. */
  readonly nodeId: string;
  readonly nums: readonly number[];
  readonly scales: UseBatch['lines'];
}

const countries = [
  { name: '香港', flag: '🇭🇰' },
  { name: '日本', flag: '🇯🇵' },
] as const;

/** Six lines, two of each protocol. A node's type decides what it speaks, so the one machine stands there twice. */
export const makeLines = async (deps: Deps, place: DemoPlace): Promise<DemoLines> => {
  const context = contextOf(operator);
  const entries = [];
  for (const [index, name] of ['广州移动入口', '上海联通入口'].entries()) {
    const form = EntryForm.parse({ index, name, ip: place.ip, desc: '本机演示入口' });
    entries.push(await nodesHandlers.entryUpdate(form, context, deps));
  }
  for (const [index, type] of (['v2ray', 'reality'] as const).entries()) {
    const [port, ctrl_port] = [place.ports[index] ?? 0, place.ctrlPorts[index] ?? 0];
    const form = NodeForm.parse({
      index,
      name: type === 'v2ray' ? '香港一号' : '日本一号',
      country: countries[index],
      type,
      ip: place.ip,
      ctrl_port,
      port,
      zz_port: port,
      serverType: type === 'v2ray' ? 'ubuntu_x86' : 'ubuntu_reality',
      desc: '本机演示节点',
    });
    const node = await nodesHandlers.update(form, context, deps);
    for (const line of linesOf(type, place)) {
      // REALITY borrows a name that is not the node's; through an entry clients dial the entry's address.
      const way = line.viaEntry ? { bridge: 'report', entryID: entries[index]?._id } : { bridge: 'none' };
      await nodesHandlers.lineUpdate(LineForm.parse({ ...line.form, ...way, agentID: node._id }), context, deps);
    }
  }
  const rows = await deps.db
    .selectFrom('lines')
    .select(['num', 'node_id', 'scale_ppm', 'is_public'])
    .orderBy('num')
    .execute();
  return {
    nodeId: rows[0]?.node_id ?? '',
    nums: rows.map(({ num }) => Number(num)),
    scales: new Map(rows.map((row) => [Number(row.num), { scalePpm: Number(row.scale_ppm), isPublic: row.is_public }])),
  };
};

const linesOf = (
  type: 'v2ray' | 'reality',
  { realityTarget }: DemoPlace,
): { viaEntry: boolean; form: Partial<z.input<typeof LineForm>> }[] => {
  if (type === 'reality') {
    const form = { protocol: 'reality', host: 'demo.test', realityTarget } as const;
    return [
      { viaEntry: true, form: { ...form, index: 10, name: '日本 IEPL' } },
      { viaEntry: true, form: { ...form, index: 11, name: '日本流媒体', scale: 1.5 } },
    ];
  }
  return [
    { viaEntry: false, form: { index: 0, protocol: 'vmesh_tcp', name: '香港直连' } },
    { viaEntry: true, form: { index: 1, protocol: 'vmesh_tcp', name: '香港中转', scale: 2 } },
    { viaEntry: false, form: { index: 2, protocol: 'ss', name: '香港游戏' } },
    { viaEntry: true, form: { index: 3, protocol: 'ss', name: '香港夜间', scale: 0.5 } },
  ];
};

export const makeCoupons = async (deps: Deps, today: Date): Promise<void> => {
  const expireTime = new Date(today.getTime() + 60 * DAY_MS).toISOString();
  const forms: z.input<typeof CouponForm>[] = [
    { name: '新用户体验券', type: 'freeUse', code: 'XINYONGHU', traffic: 10 * GIB, expireTime },
    {
      name: '周末限时流量',
      type: 'freeUse',
      code: 'ZHOUMO48',
      traffic: 20 * GIB,
      traffixHaveLimitTime: true,
      traffixLimitTime: 48,
      expireTime,
    },
    { name: '三天会员体验', type: 'freeTime', code: 'HUIYUAN3', vipDay: 3, expireTime, NumberOfAuthorizations: 1000 },
    { name: '双十一满减', type: 'cash', code: 'SHUANG11', forMoney: 11, expireTime, useNumPerUser: 2 },
    { name: '老用户八折', type: 'discount', code: 'BAZHE', discount: 0.8, expireTime },
  ];
  for (const form of forms) await couponsHandlers.update(CouponForm.parse(form), contextOf(operator), deps);
};

/** Three packs of traffic that stays, and three memberships whose bonus grows with their length. */
export const makeCombos = async (deps: Deps): Promise<void> => {
  const forms: z.input<typeof ComboForm>[] = [
    { name: '50G 流量包', price: 15, traffic: 50 * GIB, speed: '150 Mbps' },
    { name: '200G 流量包', price: 48, traffic: 200 * GIB, additionPersend: 5, speed: '300 Mbps' },
    { name: '1T 流量包', price: 198, traffic: 1024 * GIB, additionPersend: 10, speed: '500 Mbps' },
    { name: '会员月卡', price: 19.9, vipDuration: 30, deviceNum: 3, speed: '300 Mbps' },
    { name: '会员季卡', price: 55, vipDuration: 90, additionPersend: 10, deviceNum: 5, speed: '300 Mbps' },
    { name: '会员年卡', price: 188, vipDuration: 365, additionPersend: 20, speed: '500 Mbps' },
  ];
  for (const [orderID, form] of forms.entries()) {
    await shopHandlers.updateCombo(ComboForm.parse({ ...form, orderID }), contextOf(operator), deps);
  }
};
