import { unreachedTexts } from '../unreached.ts';

/** Texts of payments by WeChat Pay. */
export const wechatTexts = {
  /** Why a notification is not believed, for the log of notifications. */
  refused: {
    place: '通知不是 POST 的 JSON 正文，或带有查询参数',
    headers: '缺少签名所需的请求头',
    secret: '支付实例没有可用的密钥，无法验签',
    signatureTest: '微信支付的验签探测，按约定拒绝',
    time: '通知的时间与本机相差超过 5 分钟',
    serial: '签名所用的公钥 ID 或证书序列号未填写',
    signature: '签名不正确',
    form: '通知的格式无法识别',
    cipher: '通知无法解密：APIv3 密钥不正确，或内容被改动',
    merchant: '商户号与支付实例不符',
    application: 'AppID 与支付实例不符',
    missing: '缺少必需的字段',
    amount: '金额或币种无法识别',
  },
  /** Why a notification that is believed is no claim. */
  unpaid: '通知说明该交易未支付成功',
  notRefunded: '通知说明退款未成功',
  /** What is wrong with an instance, for whoever tests it. */
  test: {
    ...unreachedTexts('微信支付'),
    gateway: '接口地址不正确，应类似 https://api.mch.weixin.qq.com/',
    mchid: '请填写商户号（8 到 10 位数字）',
    appId: '请填写 AppID，以 wx 开头',
    serial: '请填写商户证书序列号（十六进制）',
    privateKey: '商户私钥无法读取：应为 apiclient_key.pem 的内容（至少 2048 位的 RSA 私钥）',
    apiKey: 'APIv3 密钥应为 32 个字符',
    noKeys: '请填写微信支付公钥及其 ID，或平台证书',
    keyId: '微信支付公钥 ID 应以 PUB_KEY_ID_ 开头，并与公钥同时填写',
    platformKey: '微信支付公钥无法读取：应为 pub_key.pem 的内容',
    platformCert: '平台证书无法读取：应为完整的 PEM 内容',
    ownKey: '填写的是商户自己的公钥或证书，请填写微信支付的公钥或平台证书',
    urls: '通知地址或返回地址不正确：应为不带参数的完整网址',
    notJson: '返回的不是微信支付的接口数据：接口地址可能有误',
    headers: '微信支付的回应没有签名：接口地址可能有误',
    serialUnknown: '微信支付的回应使用了未填写的公钥 ID 或证书序列号，请核对',
    signature: '微信支付的回应未通过验签：微信支付公钥或平台证书不正确',
    time: '本机与微信支付的时间相差超过 5 分钟，请校准时间',
    refused: (words: string): string => `微信支付拒绝：${words}`,
    wordless: '未说明原因',
    /** By what WeChat Pay calls its refusal. */
    codes: {
      SIGN_ERROR: '商户私钥与商户证书序列号不匹配，或商户号不正确',
      APPID_MCHID_NOT_MATCH: 'AppID 与商户号没有绑定',
      MCH_NOT_EXISTS: '商户号不存在',
      NO_AUTH: '商户号没有开通该支付产品',
    } as Readonly<Record<string, string>>,
  },
} as const;
