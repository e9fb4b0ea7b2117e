import type { BuiltCall, Output } from '@skyport/contract/call';
import { type Combo, ComboForm, shopCalls } from '@skyport/contract/shop';
import { GIB } from '@skyport/contract/units';

/** Takes the answer of a call. */
type Give = <C extends BuiltCall>(row: C, answer: Output<C>) => void;

const id = (n: number): string => `01970000-0000-7000-8050-00000000000${n}`;
const stream = '01970000-0000-7000-8005-000000000001';

/** The products of every picture. */
export const combos: Combo[] = [
  { name: '50G 流量包', price: 15, traffic: 50 * GIB, speed: '150 Mbps' },
  { name: '1T 流量包', price: 198, traffic: 1024 * GIB, additionPersend: 10, speed: '500 Mbps' },
  { name: '会员月卡', price: 19.9, vipDuration: 30, additionPersend: 20, deviceNum: 3, speed: '300 Mbps' },
  {
    name: '会员年卡（含流媒体）',
    price: 188,
    vipDuration: 365,
    additionPersend: 20,
    permissionsGain: [stream],
    permissionDuration: 365,
    permissionsDesc: '解锁主流流媒体的住宅 IP 线路',
    speed: '500 Mbps',
  },
  { name: '旅行组合', price: 25.5, traffic: 20 * GIB, vipDuration: 7 },
].map((form, orderID) => {
  const { _id: _none, shown: _nothing, ...fields } = ComboForm.parse({ ...form, orderID });
  return { ...fields, _id: id(orderID) };
});

/** What the shop sells. */
export const giveShop = (give: Give): void => give(shopCalls.list, combos);
