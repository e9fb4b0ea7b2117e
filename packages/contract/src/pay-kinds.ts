import type { PayMode } from './orders.ts';

/** A field of a kind of payment instance, as its form shows it. */
interface KindField {
  readonly label: string;
  readonly help?: string;
  /** Written and never shown; an empty text keeps what is stored. */
  readonly secret?: true;
  /** Several lines, such as a PEM. */
  readonly multiline?: true;
  readonly choices?: Readonly<Record<string, string>>;
  readonly maxLength: number;
}

/** A kind of gateway: what it needs to know of us, and the ways to pay that it serves. */
interface PayKind {
  readonly label: string;
  readonly modes: readonly PayMode[];
  readonly fields: Readonly<Partial<Record<PayFieldName, KindField>>>;
}

const gateway: KindField = {
  label: '网关地址',
  help: '易支付网站的地址，例如 https://pay.example.com/',
  maxLength: 300,
};
const pid: KindField = { label: '商户号', help: '易支付后台给出的商户 ID', maxLength: 64 };

/** Names of fields of every kind. A field of two kinds keeps what was typed when the kind is looked at again. */
export const payFieldNames = ['gateway', 'pid', 'signKeyMode', 'key', 'privateKey', 'platformKey'] as const;
export type PayFieldName = (typeof payFieldNames)[number];

const kinds = {
  epay_v1: {
    label: '易支付 V1（MD5）',
    modes: ['alipay', 'wxpay', 'urlscheme'],
    fields: {
      gateway,
      pid,
      signKeyMode: {
        label: '签名方式',
        help: '不清楚时保持默认，测试失败再更换',
        choices: { plain: '末尾直接拼接密钥', amp_key: '末尾拼接 &key=密钥' },
        maxLength: 10,
      },
      key: { label: '商户密钥', secret: true, maxLength: 200 },
    },
  },
  epay_v2: {
    label: '易支付 V2（RSA）',
    modes: ['alipay', 'wxpay', 'urlscheme'],
    fields: {
      gateway,
      pid,
      privateKey: {
        label: '商户私钥',
        help: 'RSA 私钥，PEM 或其 Base64 内容',
        secret: true,
        multiline: true,
        maxLength: 8000,
      },
      platformKey: {
        label: '平台公钥',
        help: '易支付后台给出的平台 RSA 公钥，用于验证通知',
        multiline: true,
        maxLength: 4000,
      },
    },
  },
} as const satisfies Record<string, PayKind>;

export type PayKindName = keyof typeof kinds;

/** Every kind of payment instance. */
export const payKinds: Readonly<Record<PayKindName, PayKind>> = kinds;

export const payKindNames = Object.keys(kinds) as [PayKindName, ...PayKindName[]];

/** The kind of a name as it is stored; undefined where this program knows none of it. */
export const payKindOf = (name: string): PayKind | undefined =>
  Object.hasOwn(kinds, name) ? payKinds[name as PayKindName] : undefined;

/** Fields of a kind in the order of its form. */
export const fieldsOfKind = (kind: PayKind): readonly (readonly [PayFieldName, KindField])[] =>
  Object.entries(kind.fields) as [PayFieldName, KindField][];
