/** Texts of lists that are exported by the server. */
export const exportTexts = {
  done: (file: string) => `已导出：${file}`,
  broken: '传输中断，文件不完整，没有保存',
} as const;
