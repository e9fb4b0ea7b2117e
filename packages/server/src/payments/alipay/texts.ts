import { unreachedTexts } from '../unreached.ts';

/** Texts of payments by Alipay. */
export const alipayTexts = {
  /** Why a notification is not believed, for the log of notifications. */
  refused: {
    place: '通知不是表单，或带有查询参数',
    request: '通知带有仅请求才有的字段',
    value: '字段的值含有不允许的字符或过长',
    secret: '支付实例没有可用的密钥，无法验签',
    signType: '签名类型不是 RSA2',
    signature: '签名不正确',
    application: '应用 ID 与支付实例不符',
    seller: '收款账号与支付实例不符',
    missing: '缺少必需的字段',
    amount: '金额无法识别',
  },
  /** Why a notification that is believed is no claim. */
  unpaid: '通知说明该交易未支付成功',
  /** What is wrong with an instance, for whoever tests it. */
  test: {
    ...unreachedTexts('支付宝'),
    gateway: '网关地址不正确，应类似 https://openapi.alipay.com/gateway.do',
    appId: '请填写应用 ID（APPID）',
    sellerId: '收款账号 PID 应为以 2088 开头的 16 位数字',
    privateKey: '应用私钥无法读取：应为至少 2048 位的 RSA 私钥（PEM 或其 Base64 内容）',
    platformKey: '支付宝公钥无法读取：应为至少 2048 位的 RSA 公钥（PEM 或其 Base64 内容）',
    ownKey: '填写的是应用公钥，请填写开放平台里查看的支付宝公钥',
    urls: '通知地址或返回地址不正确：应为不带参数的完整网址',
    status: (status: number): string => `支付宝返回 HTTP ${status}`,
    notJson: '返回的不是支付宝的接口数据：网关地址可能有误',
    signature: '支付宝的回应未通过验签：支付宝公钥不正确',
    time: '本机与支付宝的时间相差超过 5 分钟，请校准时间',
    refused: (words: string): string => `支付宝拒绝：${words}`,
    wordless: '未说明原因',
    /** By what Alipay calls its refusal. */
    codes: {
      'isv.invalid-app-id': '应用 ID（APPID）不正确，或与网关环境不符',
      'isv.invalid-signature': '应用私钥与开放平台登记的应用公钥不成对',
      'isv.insufficient-isv-permissions': '应用未上线，或没有签约该支付产品',
      'isv.insufficient-user-permissions': '应用没有签约该支付产品',
      'isv.invalid-timestamp': '本机与支付宝的时间不一致，请校准时间',
      'ACQ.ACCESS_FORBIDDEN': '应用没有签约该支付产品',
    } as Readonly<Record<string, string>>,
  },
} as const;
