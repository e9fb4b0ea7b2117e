import { privateKeyField, publicKeyField, type KindField, type PayKind } from './pay-kind.ts';

const fields = {
  appId: { label: '应用 ID', help: '开放平台应用的 APPID，16 位数字', maxLength: 32, lasting: true },
  sellerId: {
    label: '收款账号 PID',
    help: '以 2088 开头的 16 位数字；填写后只接受付给该账号的通知，可留空',
    maxLength: 16,
  },
  privateKey: {
    label: '应用私钥',
    help: '与开放平台登记的应用公钥成对，PKCS#1 或 PKCS#8，PEM 或其 Base64 内容',
    ...privateKeyField,
  },
  platformKey: {
    label: '支付宝公钥',
    help: '开放平台“接口加签方式（密钥）”里查看的支付宝公钥，不是应用公钥',
    ...publicKeyField,
  },
  gateway: { label: '网关地址', help: '留空为支付宝正式环境；沙箱请填写沙箱网关', maxLength: 300 },
} as const satisfies PayKind['fields'] & Record<string, KindField>;

/** Alipay by an account of one's own, one kind for each product. */
export const alipayKinds = {
  alipay_f2f: { label: '支付宝当面付', modes: ['alipay', 'urlscheme'], fields },
  alipay_page: { label: '支付宝电脑网站', modes: ['alipay'], fields },
  alipay_wap: { label: '支付宝手机网站', modes: ['alipay'], fields },
} as const satisfies Record<string, PayKind>;
