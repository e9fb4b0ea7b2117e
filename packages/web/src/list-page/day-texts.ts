/** Texts of the days by which lists are narrowed. */
export const dayTexts = { from: '开始日期', to: '结束日期', fromPrefix: '从', toPrefix: '到' } as const;
