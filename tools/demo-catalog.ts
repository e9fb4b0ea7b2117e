import type { CouponForm } from '@skyport/contract/coupons';
import type { LineForm } from '@skyport/contract/nodes-lines';
import type { PrizeForm } from '@skyport/contract/prizes';
import type { ComboForm } from '@skyport/contract/shop';
import { GIB } from '@skyport/contract/units';
import { DAY_MS } from '@skyport/server/platform/clock';
import type { Db } from '@skyport/db';
import type { z } from 'zod';
import type { Act } from './demo-acts.ts';

/*
 * What the demo's operator has set up by the calls of the admin's own pages.
 */

/** Where the demo's nodes are. Ports: control ports of the agents, first ports of their lines; the last one is ill. */
export interface DemoPlace {
  readonly ip: string;
  readonly ctrlPorts: readonly [number, number, number];
  readonly ports: readonly [number, number, number];
  /** `host:port` of the server whose handshake REALITY borrows. */
  readonly realityTarget: string;
}

/** A line of the demo, as billing needs it. */
export interface DemoLine {
  readonly num: number;
  readonly nodeId: string;
  readonly scale: { readonly scalePpm: number; readonly isPublic: boolean };
}

/** Nodes by their place. A node's type decides what it speaks, so the one machine stands there three times. */
const nodes = [
  { name: '香港一号', type: 'v2ray', serverType: 'ubuntu_x86', country: { name: '香港', flag: '🇭🇰' } },
  { name: '日本一号', type: 'reality', serverType: 'ubuntu_reality', country: { name: '日本', flag: '🇯🇵' } },
  { name: '新加坡一号', type: 'v2ray', serverType: 'ubuntu_x86', country: { name: '新加坡', flag: '🇸🇬' } },
] as const;

/** Permissions; gives the id of the one that a line needs and a product gives. */
export const makePermissions = async (act: Act): Promise<string> => {
  const { _id } = await act('permissions', 'update', { name: '游戏加速', desc: '低延迟游戏线路' });
  await act('permissions', 'update', { name: '内测线路', desc: '新线路抢先体验，由客服发放' });
  return _id;
};

/** Eight lines on three nodes; `game` is the permission of one of them. */
export const makeLines = async (
  act: Act,
  db: Db,
  { place, game }: { readonly place: DemoPlace; readonly game: string },
): Promise<readonly DemoLine[]> => {
  const entries = [];
  for (const [index, name] of ['广州移动入口', '上海联通入口'].entries()) {
    entries.push(await act('nodes', 'entryUpdate', { index, name, ip: place.ip, desc: '本机演示入口' }));
  }
  for (const [index, node] of nodes.entries()) {
    const [port, ctrl_port] = [place.ports[index] ?? 0, place.ctrlPorts[index] ?? 0];
    const desc = index === 2 ? '本机演示节点，有意停止' : '本机演示节点';
    const form = { ...node, index, ip: place.ip, ctrl_port, port, zz_port: port, desc };
    const { _id: agentID } = await act('nodes', 'update', form);
    for (const line of linesOf(index, place, game)) {
      // REALITY borrows a name that is not the node's; through an entry clients dial the entry's address.
      const way = line.viaEntry
        ? ({ bridge: 'report', entryID: entries[index]?._id } as const)
        : ({ bridge: 'none' } as const);
      await act('nodes', 'lineUpdate', { ...line.form, ...way, agentID });
    }
  }
  const rows = await db
    .selectFrom('lines')
    .select(['num', 'node_id', 'scale_ppm', 'is_public'])
    .orderBy('num')
    .execute();
  return rows.map(({ num, node_id, scale_ppm, is_public }) => ({
    num: Number(num),
    nodeId: node_id,
    scale: { scalePpm: Number(scale_ppm), isPublic: is_public },
  }));
};

type LineDraft = Omit<z.input<typeof LineForm>, 'agentID'>;

const linesOf = (
  node: number,
  { realityTarget }: DemoPlace,
  game: string,
): readonly { readonly viaEntry: boolean; readonly form: LineDraft }[] => {
  const reality = { protocol: 'reality', host: 'demo.test', realityTarget } as const;
  const all = [
    [
      { viaEntry: false, form: { index: 0, protocol: 'vmesh_tcp', name: '香港直连' } },
      { viaEntry: true, form: { index: 1, protocol: 'vmesh_tcp', name: '香港中转', scale: 2 } },
      { viaEntry: false, form: { index: 2, protocol: 'ss', name: '香港游戏', permissionRequire: game } },
      { viaEntry: true, form: { index: 3, protocol: 'compat', name: '香港夜间', scale: 0.5 } },
    ],
    [
      { viaEntry: true, form: { ...reality, index: 10, name: '日本 IEPL' } },
      { viaEntry: true, form: { ...reality, index: 11, name: '日本流媒体', scale: 1.5 } },
    ],
    [
      { viaEntry: false, form: { index: 20, protocol: 'vmesh_tcp', name: '新加坡直连' } },
      { viaEntry: false, form: { index: 21, protocol: 'ss', name: '新加坡备用' } },
    ],
  ] as const;
  return all[node] ?? [];
};

export const makeCoupons = async (act: Act, today: Date): Promise<void> => {
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
  for (const form of forms) await act('coupons', 'update', form);
};

/** Prizes of the wheel; a draw gives less than it costs on average. */
export const makePrizes = async (act: Act): Promise<void> => {
  const forms: z.input<typeof PrizeForm>[] = [
    { name: '谢谢参与', weight: 60 },
    { name: '1G 流量', gainTraffic: 1, weight: 30 },
    { name: '5G 流量', gainTraffic: 5, weight: 6 },
    { name: '会员一天', gainVipTime: 1, weight: 3 },
    { name: '九折券', weight: 1, hasDiscountCoupon: true, discountValue: 0.9, discountDuration: 30 },
  ];
  for (const form of forms) await act('prizes', 'update', form);
};

/** Answers that staff give often. */
export const makeCanned = async (act: Act): Promise<void> => {
  await act('tickets', 'cannedUpdate', {
    name: '更新订阅',
    text: '您好，请在客户端里更新一次订阅，再换一条线路试试。',
  });
  await act('tickets', 'cannedUpdate', { name: '到账说明', text: '您好，款项已经到账，请刷新订单页面查看。' });
};

/**
 * Packs of traffic that stays, memberships whose bonus grows with their length, and one product that gives the
 * permission `game`. Gives their ids by name.
 */
export const makeCombos = async (act: Act, game: string): Promise<ReadonlyMap<string, string>> => {
  const forms: z.input<typeof ComboForm>[] = [
    { name: '50G 流量包', price: 15, traffic: 50 * GIB },
    { name: '200G 流量包', price: 48, traffic: 200 * GIB, additionPersend: 5 },
    { name: '1T 流量包', price: 198, traffic: 1024 * GIB, additionPersend: 10 },
    { name: '会员月卡', price: 19.9, vipDuration: 30 },
    { name: '会员季卡', price: 55, vipDuration: 90, additionPersend: 10 },
    { name: '会员年卡', price: 188, vipDuration: 365, additionPersend: 20 },
    {
      name: '游戏月卡',
      price: 29.9,
      vipDuration: 30,
      permissionsGain: [game],
      permissionDuration: 30,
      permissionsDesc: '含低延迟游戏线路',
    },
  ];
  const made = new Map<string, string>();
  for (const [orderID, form] of forms.entries()) {
    const { _id, name } = await act('shop', 'updateCombo', { ...form, orderID });
    made.set(name, _id);
  }
  return made;
};
