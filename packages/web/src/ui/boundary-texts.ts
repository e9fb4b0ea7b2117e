/** What stands in the place of a part that cannot be shown. */
export const boundaryTexts = {
  missing: '这部分内容没有加载出来，请检查网络后重新加载',
  broken: '这部分内容出了点问题，请重新加载页面',
  again: '重新加载',
} as const;
