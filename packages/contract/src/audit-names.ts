import type { z } from 'zod';
import type { AuditKind } from './audit-kinds.ts';
import { type AuditName, auditNoteNames, auditOwnNames } from './audit-own-names.ts';
import { CouponForm } from './coupons.ts';
import { fieldMeta } from './form.ts';
import { ChannelForm } from './invite.ts';
import { EntryForm } from './nodes-entries.ts';
import { LineForm } from './nodes-lines.ts';
import { NodeForm } from './nodes.ts';
import { PayInstanceForm } from './pay-instances.ts';
import { PermissionForm } from './permissions.ts';
import { PrizeForm } from './prizes.ts';
import { type SettingName, settingsTable } from './settings-table.ts';
import { ComboForm } from './shop.ts';
import { UserForm } from './users-form.ts';

/** A form's field, and what one of its unit is stored as where that is not one. */
type Stored = readonly [field: string, scale?: number | 'bytes'];

/** The form by which staff change a kind, and what its fields are called where they are stored. */
interface KindForm {
  readonly form: z.ZodObject;
  readonly stored: Readonly<Record<string, Stored>>;
}

const [MILLI, BP, PPM] = [1000, 10_000, 1_000_000];

const forms: Partial<Record<AuditKind, KindForm>> = {
  account: {
    form: UserForm,
    stored: {
      disabled: ['disable'],
      scale_ppm: ['scale', PPM],
      paid: ['paidUser'],
      can_change_key: ['canChangeDescribeKey'],
      can_change_password: ['canChangePassword'],
      normal_permission: ['normalPermission'],
      force_reward: ['forceReward'],
      daily_unlimited: ['specialDailyUnlimitTraffic'],
      daily_unlimited_gb: ['dailyUnlimitTraffic'],
      prefer_domain: ['preferDomain'],
      granted: ['traffic', 'bytes'],
      vip_until: ['vipExpireTime'],
      wallet: ['wallet_money', MILLI],
    },
  },
  channel: { form: ChannelForm, stored: { reward_bp: ['rewardRate', BP], consumer_days: ['comsumerDuration'] } },
  combo: {
    form: ComboForm,
    stored: {
      price: ['price', MILLI],
      traffic: ['traffic', 'bytes'],
      vip_days: ['vipDuration'],
      bonus_percent: ['additionPersend'],
      permission_ids: ['permissionsGain'],
      permission_days: ['permissionDuration'],
      permissions_desc: ['permissionsDesc'],
      position: ['orderID'],
      device_count: ['deviceNum'],
    },
  },
  coupon: {
    form: CouponForm,
    stored: {
      traffic: ['traffic', 'bytes'],
      traffic_limited: ['traffixHaveLimitTime'],
      traffic_hours: ['traffixLimitTime'],
      vip_days: ['vipDay'],
      money: ['forMoney', MILLI],
      discount_bp: ['discount', BP],
      per_user: ['useNumPerUser'],
      total: ['NumberOfAuthorizations'],
      expires_at: ['expireTime'],
      vip_expire_days: ['vipExpireTime'],
    },
  },
  prize: {
    form: PrizeForm,
    stored: {
      description: ['desc'],
      traffic: ['gainTraffic', 'bytes'],
      vip_days: ['gainVipTime'],
      has_coupon: ['hasDiscountCoupon'],
      discount_bp: ['discountValue', BP],
      discount_days: ['discountDuration'],
      photo: ['photoUrl'],
    },
  },
  payInstance: {
    form: PayInstanceForm,
    stored: { fee_ppm: ['fee_percent', 10_000], fee_fixed: ['fee_fixed', MILLI] },
  },
  entry: { form: EntryForm, stored: { position: ['index'], ip_list: ['ipList'], description: ['desc'] } },
  line: {
    form: LineForm,
    stored: {
      position: ['index'],
      node_id: ['agentID'],
      entry_id: ['entryID'],
      scale_ppm: ['scale', PPM],
      copies: ['num'],
      is_public: ['public'],
      fix_name: ['fixName'],
      disable_for_agency: ['disableForAgency'],
      permission_id: ['permissionRequire'],
      bridge_addr: ['bridgeAddr'],
      reality_target: ['realityTarget'],
    },
  },
  node: { form: NodeForm, stored: { position: ['index'], description: ['desc'], server_type: ['serverType'] } },
  permission: { form: PermissionForm, stored: { description: ['desc'] } },
};

const formName = (kind: string, name: string): AuditName | undefined => {
  const { form, stored } = forms[kind as AuditKind] ?? {};
  const [field, scale]: Stored = stored?.[name] ?? [name];
  const schema = form?.shape[field] as z.ZodType | undefined;
  const meta = schema && fieldMeta(schema);
  return meta && { label: meta.label, unit: meta.unit, scale };
};

const settingName = (name: string): AuditName | undefined => {
  if (!(name in settingsTable)) return undefined;
  const row = settingsTable[name as SettingName];
  return { label: row.label, unit: 'unit' in row ? row.unit : undefined };
};

/** Groups and lists of the rules are fields of their own, named by their ids. */
const RULE_PARTS: Readonly<Record<string, string>> = { group: '分组', list: '规则' };

const rulePart = (name: string): AuditName | undefined => {
  const [, part = '', id = ''] = /^(group|list) (.+)$/.exec(name) ?? [];
  return part === '' ? undefined : { label: `${RULE_PARTS[part]} ${id}` };
};

const named = (own: string | AuditName): AuditName => (typeof own === 'string' ? { label: own } : own);

/** What something that is noted beside the fields of an entry is called; undefined for what nobody has named. */
export const auditNoteName = (name: string): AuditName | undefined => {
  const own = auditNoteNames[name];
  return own === undefined ? undefined : named(own);
};

/**
 * What a field of an audited kind is called for staff: as in the form or the table of settings that it comes from, else
 * by a name of its own; undefined for one that nobody has named.
 */
export const auditName = (kind: string, name: string): AuditName | undefined => {
  const own = auditOwnNames[kind]?.[name];
  if (own !== undefined) return named(own);
  if (kind === 'settings') return settingName(name);
  return kind === 'rules' ? rulePart(name) : formName(kind, name);
};
