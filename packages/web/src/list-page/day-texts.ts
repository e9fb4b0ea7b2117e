/** Texts of the days by which lists are narrowed. */
export const dayTexts = {
  from: (of: string) => `${of}日期（从）`,
  to: (of: string) => `${of}日期（到）`,
  fromPrefix: (of: string) => `${of}从`,
  toPrefix: '到',
} as const;
