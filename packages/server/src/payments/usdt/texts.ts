/** What is said about payments in USDT. */
export const usdtTexts = {
  behind: (chain: string, minutes: number): string =>
    `USDT 监听落后：${chain} 已有 ${minutes} 分钟没有读到新区块，期间的付款会延迟到账，请检查节点地址`,
  caughtUp: (chain: string): string => `USDT 监听已恢复：${chain}`,
  lost: (chain: string, count: number): string =>
    `${chain} 发生区块回滚，${count} 笔已入账的 USDT 转账从链上消失，请人工核实`,
  address: {
    'not an address': (part: string): string => `${part} 不是有效的收款地址，请检查大小写和位数`,
    twice: (part: string): string => `${part} 与前面的地址属于同一条链`,
  },
  /** What the test of an endpoint finds. */
  test: {
    works: '正常',
    insecure: '地址必须以 https:// 开头',
    private: '地址指向内网，不能使用',
    slow: '没有在规定时间内回应',
    certificate: 'HTTPS 证书无效',
    unreachable: '无法连接',
    throttled: (status: string): string => `请求被限流（HTTP ${status}），请稍后再试或提高额度`,
    denied: (status: string): string => `拒绝访问（HTTP ${status}）：密钥不正确，或请求过于频繁`,
    refused: (number: string): string => `拒绝了请求（错误码 ${number}）`,
    large: '返回的内容过多',
    'bad-answer': '返回的不是节点接口的数据：地址可能有误，或被对方的防火墙拦截',
    'wrong-chain': (is: number, wanted: number): string => `属于另一条链：链 ID 为 ${is}，应为 ${wanted}`,
    lagging: (minutes: number): string => `已有 ${minutes} 分钟没有新区块`,
    ahead: (minutes: number): string => `区块时间比本机超前 ${minutes} 分钟，请检查本机时钟和节点`,
    contract: '查不到 USDT 合约：可能是测试网的节点',
    records: '不提供转账记录，无法发现到账',
    history: '查不到一天前的转账记录：停机后可能漏单，请换用保留历史记录的节点',
    one: (chain: string, host: string, found: string): string => `${chain} ${host}：${found}`,
  },
  /** Why an endpoint is not asked, by its host. */
  endpoint: {
    insecure: (host: string): string => `节点 ${host} 必须以 https:// 开头：密钥和到账记录不能明文传输`,
    private: (host: string): string => `节点 ${host} 指向内网，不能使用`,
  },
} as const;
