import { epayTexts } from '../epay/texts.ts';

const { refused, unpaid, test } = epayTexts;

/** Texts of payments by gateways that take USDT. */
export const usdtGatewayTexts = {
  /** Why a notification is not believed, for the log of notifications. */
  refused: { ...refused, currency: '计价货币不是人民币' },
  /** Why a notification that is believed is no claim. */
  unpaid,
  /** What is wrong with an instance, for whoever tests it. */
  test: {
    ...test,
    key: '请填写对接令牌',
    coin: '币种与网络的写法不正确',
    wrongKey: '网关不接受签名：对接令牌或商户号不正确',
    wrongToken: '网关不接受签名：对接令牌不正确',
    noCoin: (coin: string, words: string): string => `网关不支持币种 ${coin}：${words}`,
    taken: '网关没有检查请求的内容，不能使用',
  },
} as const;
