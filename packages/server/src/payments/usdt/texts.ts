/** What is said about payments in USDT. */
export const usdtTexts = {
  address: {
    'not an address': (part: string): string => `${part} 不是有效的收款地址，请检查大小写和位数`,
    twice: (part: string): string => `${part} 与前面的地址属于同一条链`,
  },
} as const;
