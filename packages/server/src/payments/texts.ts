/** Texts of the test provider's page. */
export const testPageTexts = {
  title: '测试付款',
  hint: '这是演示与测试用的付款页面，不会产生真实扣款。',
  amount: (yuan: string): string => `${yuan} 元`,
  number: '交易号',
  pay: '确认付款',
  settled: '这笔交易已经结束，无需再付款。',
  back: '返回网站',
} as const;
