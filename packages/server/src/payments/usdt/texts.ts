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
  /** Why an endpoint is not asked, by its host. */
  endpoint: {
    insecure: (host: string): string => `节点 ${host} 必须以 https:// 开头：密钥和到账记录不能明文传输`,
    private: (host: string): string => `节点 ${host} 指向内网，不能使用`,
  },
} as const;
