/** Texts of payments by EPay. */
export const epayTexts = {
  /** What is paid for, where the instance has no text of its own. */
  subject: '商品-{id}',
  /** Why a notification is not believed, for the log of notifications. */
  refused: {
    size: '通知过大或字段过多',
    form: '通知的格式无法识别',
    place: '通知同时带有查询参数和正文，或两者都没有',
    name: '字段名不合规或为数组',
    twice: '同一字段出现两次',
    file: '通知带有文件',
    nested: '字段的值不是文字或数字',
    request: '通知带有仅请求才有的字段',
    value: '字段的值含有不允许的字符或过长',
    secret: '支付实例没有可用的密钥，无法验签',
    signType: '签名类型与支付实例不符',
    signature: '签名不正确',
    time: '通知的时间与本机相差超过 5 分钟',
    merchant: '商户号与支付实例不符',
    missing: '缺少必需的字段',
    amount: '金额无法识别',
  },
  /** Why a notification that is believed is no claim. */
  unpaid: '通知说明该交易未支付成功',
  /** What is wrong with an instance, for whoever tests it. */
  test: {
    gateway: '网关地址不正确，应类似 https://pay.example.com/',
    insecure: '网关地址必须以 https:// 开头',
    private: '网关地址指向内网，不能使用',
    pid: '请填写商户号',
    key: '请填写商户密钥',
    keys: '商户私钥或平台公钥无法读取：应为至少 2048 位的 RSA 密钥（PEM 或其 Base64 内容）',
    urls: '通知地址或返回地址不正确：应为不带参数的完整网址',
    slow: '网关没有在规定时间内回应',
    large: '网关返回的内容过大',
    certificate: '网关的 HTTPS 证书无效',
    unreachable: '无法连接网关',
    status: (status: number): string => `网关返回 HTTP ${status}`,
    notJson: '网关返回的不是接口数据：地址可能有误，或被对方的防火墙拦截',
    refused: (words: string): string => `网关拒绝：${words}`,
    wordless: '未说明原因',
    merchant: '网关返回的商户号与填写的不一致',
    disabled: '网关已停用该商户',
    signature: '网关的回应未通过验签：平台公钥不正确',
    time: '本机与网关的时间相差超过 5 分钟，请校准时间',
  },
} as const;
