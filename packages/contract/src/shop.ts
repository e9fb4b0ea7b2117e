import { z } from 'zod';
import { access, call } from './call.ts';
import { shownFields } from './changed-fields.ts';
import { field } from './form.ts';
import { ById, ChangeName, Done, Nothing, Position } from './shapes.ts';
import { ByteCount, FenAmount, Id, Line } from './units.ts';

/**
 * Bytes of one product without its bonus: all open orders of an account together, with the largest bonus, stay a safe
 * whole number beside the most that an account may hold when it orders.
 */
const MOST_SOLD = 16 * 1024 ** 4;

const comboFields = z.object({
  name: field('名称', Line(64).min(1)),
  price: field('价格', FenAmount.positive('必须大于 0').max(1_000_000), { unit: '元' }),
  /** Bytes. */
  traffic: field('流量', ByteCount.max(MOST_SOLD).default(0), { help: '0 为不含流量' }),
  vipDuration: field('会员天数', z.number().int().min(0).max(3650).default(0), { unit: '天', help: '0 为不含会员' }),
  /** On top of traffic and days. */
  additionPersend: field('赠送', z.number().int().min(0).max(500).default(0), { unit: '%' }),
  /** Ids of permissions. */
  permissionsGain: field('获得权限', z.array(Id).max(50).default([]), { unordered: true }),
  permissionDuration: field('权限天数', z.number().int().min(0).max(3650).default(0), { unit: '天' }),
  permissionsDesc: field('权限说明', Line(500).default('')),
  orderID: field('排序', Position.default(0)),
  /** Shown on the card, not enforced. */
  deviceNum: field('设备数', z.number().int().min(0).max(10_000).default(0), {
    unit: '台',
    help: '仅展示，不限制；0 显示为不限',
  }),
  /** Shown on the card, not enforced. */
  speed: field('速度', Line(32).default(''), { help: '仅展示，不限速；例如 150 Mbps，留空显示为不限速度' }),
});

/** Everything that is decided about a product. */
export type ComboFields = z.output<typeof comboFields>;

/**
 * The form of one product; without `_id` a new one is made, once for each `change`. It sells traffic, membership days,
 * or both. With `shown`, the product as the form was opened with it, it is saved only while it is still that.
 */
export const ComboForm = comboFields
  .extend({ _id: Id.optional(), shown: shownFields(comboFields).optional(), change: ChangeName.optional() })
  .superRefine((c, ctx) => {
    const refuse = (path: keyof typeof comboFields.shape, message: string): void =>
      ctx.addIssue({ code: 'custom', path: [path], message });
    if (c.traffic === 0 && c.vipDuration === 0) refuse('traffic', '流量和会员天数至少一项大于 0');
    if (c.permissionsGain.length > 0 && c.permissionDuration === 0) refuse('permissionDuration', '权限天数必须大于 0');
  });
export type ComboForm = z.output<typeof ComboForm>;

/** A product on sale. */
export const Combo = z.object({ ...comboFields.shape, _id: Id });
export type Combo = z.output<typeof Combo>;

export const shopCalls = {
  list: call({
    path: '/api/shop/list',
    access: access.anyone,
    rate: 'read',
    summary: 'Products on sale; visitors see them too, agency customers are refused.',
    input: Nothing,
    output: z.array(Combo),
    fails: [],
  }),
  updateCombo: call({
    path: '/api/admin/combo/update_combo',
    access: access.admin,
    rate: 'change',
    stepUp: 'sometimes',
    audit: 'combo',
    summary:
      'Creates a product (without _id) or saves one; answers the saved product. 1109, with the product as it is now, when it is no longer the one that was shown. The same `change` creates once, and answers with what it made again; 1109 with another form.',
    input: ComboForm,
    output: Combo,
    fails: ['notFound', 'conflict'],
  }),
  deleteCombo: call({
    path: '/api/admin/combo/delete_combo',
    access: access.admin,
    rate: 'change',
    audit: 'combo',
    summary:
      'Deletes a product. With `shown`: 1109, with the product as it is now, when it is no longer the one that was shown.',
    input: ById.extend({ shown: shownFields(comboFields).optional() }),
    output: Done,
    fails: ['notFound', 'conflict'],
  }),
} as const;
