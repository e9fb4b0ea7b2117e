/** Texts of what can be done with a record of any list. */
export const staffRecordTexts = {
  edit: '编辑',
  copy: '复制',
  delete: '删除',
  deleteTitle: '删除确认',
} as const;
