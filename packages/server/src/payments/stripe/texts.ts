import { epayTexts } from '../epay/texts.ts';

const { refused, unpaid, test } = epayTexts;

/** Texts of payments by Stripe. */
export const stripeTexts = {
  /** Why an event is not believed, for the log of notifications. */
  refused: { ...refused, livemode: '事件的模式（正式或测试）与密钥不符' },
  /** Why an event that is believed is no claim. */
  ignored: { unpaid, others: '不是由该支付通道发起的付款', otherType: '与入账无关的事件' },
  /** What is wrong with an instance, for whoever tests it. */
  test: {
    ...test,
    key: '请填写 Stripe 密钥，以 sk_ 或 rk_ 开头',
    webhookKey: '请填写 Webhook 签名密钥，以 whsec_ 开头',
    currency: '请选择结算货币',
    rate: '请填写汇率：1 单位结算货币等于多少元，最多 6 位小数',
    simulated: '接口地址只能在测试环境填写，正式使用请留空',
    wrongKey: 'Stripe 不接受该密钥',
    forbidden: '该密钥没有 Checkout Sessions 的权限',
    refused: (words: string): string => `Stripe 拒绝：${words}`,
  },
} as const;
