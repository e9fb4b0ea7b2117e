import { privateKeyField, publicKeyField, type KindField, type PayKind } from './pay-kind.ts';

const fields = {
  pid: { label: '商户号', help: '微信支付商户平台的商户号（mchid）', maxLength: 32, lasting: true },
  appId: { label: 'AppID', help: '与商户号绑定的公众号或应用的 AppID，以 wx 开头', maxLength: 32, lasting: true },
  serial: { label: '商户证书序列号', help: '商户平台“API 安全”中商户 API 证书的序列号', maxLength: 64 },
  privateKey: {
    label: '商户私钥',
    help: '商户 API 证书的私钥，即 apiclient_key.pem 的内容',
    ...privateKeyField,
  },
  key: { label: 'APIv3 密钥', help: '32 个字符，在“API 安全”中设置', secret: true, maxLength: 32 },
  keyId: { label: '微信支付公钥 ID', help: '以 PUB_KEY_ID_ 开头；使用平台证书的老商户可留空', maxLength: 64 },
  platformKey: {
    label: '微信支付公钥',
    help: '与公钥 ID 一同下载的 pub_key.pem 的内容',
    ...publicKeyField,
  },
  platformCert: {
    label: '平台证书',
    help: '微信支付平台证书的内容，可粘贴多张；切换到公钥期间可与公钥同时填写',
    multiline: true,
    maxLength: 8000,
  },
  gateway: { label: '接口地址', help: '留空为 https://api.mch.weixin.qq.com/', maxLength: 300 },
} as const satisfies PayKind['fields'] & Record<string, KindField>;

/** WeChat Pay (API v3) by an account of one's own, one kind for each product. */
export const wechatKinds = {
  wechat_native: { label: '微信支付 Native', modes: ['wxpay'], fields },
  wechat_h5: { label: '微信支付 H5', modes: ['wxpay'], fields },
} as const satisfies Record<string, PayKind>;
