import { privateKeyField, publicKeyField, type KindField, type PayFieldName, type PayKind } from './pay-kind.ts';
import { alipayKinds } from './pay-kinds-alipay.ts';
import { wechatKinds } from './pay-kinds-wechat.ts';

const gateway: KindField = {
  label: '网关地址',
  help: '易支付网站的地址，例如 https://pay.example.com/',
  maxLength: 300,
};
const pid: KindField = { label: '商户号', help: '易支付后台给出的商户 ID', maxLength: 64, lasting: true };

/** The token that signs both ways at gateways that take USDT. */
const key: KindField = {
  label: '对接令牌',
  help: '网关后台给出的 API Token 或密钥',
  secret: true,
  travels: true,
  maxLength: 200,
};
const coin: KindField = { label: '币种与网络', maxLength: 40 };

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
      key: { label: '商户密钥', secret: true, travels: true, maxLength: 200 },
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
        ...privateKeyField,
      },
      platformKey: {
        label: '平台公钥',
        help: '易支付后台给出的平台 RSA 公钥，用于验证通知',
        ...publicKeyField,
      },
    },
  },
  stripe: {
    label: 'Stripe（支付宝 / 微信）',
    modes: ['alipay', 'wxpay'],
    fields: {
      key: {
        ...key,
        label: 'API 密钥',
        help: '以 sk_ 或 rk_ 开头；受限密钥需有 Checkout Sessions 的写权限，对账另需 Charges 和 Refunds 的读权限',
      },
      webhookKey: {
        label: 'Webhook 签名密钥',
        help: '以 whsec_ 开头；先保存通道，再用它的通知地址在 Stripe 后台添加端点得到',
        secret: true,
        maxLength: 200,
      },
      currency: {
        label: '结算货币',
        help: 'Stripe 账号可以标价的货币；不支持人民币的账号选其他货币并填写汇率',
        choices: {
          CNY: '人民币',
          USD: '美元',
          EUR: '欧元',
          HKD: '港元',
          JPY: '日元',
          SGD: '新加坡元',
          AUD: '澳元',
          CAD: '加元',
        },
        lasting: true,
        maxLength: 3,
      },
      rate: { label: '汇率', help: '1 单位结算货币等于多少元，例如 7.2；结算货币为人民币时留空', maxLength: 13 },
      gateway: { ...gateway, label: '接口地址', help: '仅供测试环境填写，正式使用请留空' },
    },
  },
  epusdt: {
    label: 'USDT 网关（epusdt / BEpusdt）',
    modes: ['usdt'],
    fields: {
      gateway: { ...gateway, help: '网关的地址，例如 https://usdt.example.com/' },
      route: {
        label: '接口',
        help: 'BEpusdt 和 epusdt 1.x 选旧接口；epusdt 2 选 GMPay',
        choices: { v1: 'epusdt 1.x / BEpusdt', gmpay: 'epusdt 2 GMPay（HMAC）', gmpay_md5: 'epusdt 2 GMPay（MD5）' },
        maxLength: 10,
      },
      pid: { ...pid, help: '仅 epusdt 2 需要：后台“API 密钥”中的 PID' },
      key,
      coin: { ...coin, help: 'BEpusdt 如 usdt.trc20，epusdt 2 如 usdt.tron；留空为波场 USDT' },
    },
  },
  tokenpay: {
    label: 'USDT 网关（TokenPay）',
    modes: ['usdt'],
    fields: {
      gateway: { ...gateway, help: 'TokenPay 的地址，例如 https://usdt.example.com/' },
      key: { ...key, help: 'appsettings.json 中的 ApiToken' },
      coin: { ...coin, help: '如 USDT_TRC20、EVM_ETH_USDT_ERC20；留空为 USDT_TRC20' },
    },
  },
  ...alipayKinds,
  ...wechatKinds,
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

/** The field of a kind that says which account of ours it is. */
export const accountFieldOf = (kind: PayKind): readonly [PayFieldName, KindField] | undefined =>
  fieldsOfKind(kind).find(([, { lasting }]) => lasting === true);
