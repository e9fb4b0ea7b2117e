/** Texts of what can be done with a record of any list. */
export const staffRecordTexts = {
  edit: '编辑',
  copy: '复制',
  delete: '删除',
  deleteTitle: '删除确认',
  merge: {
    title: '内容已被他人修改',
    lead: '在您编辑期间，他人保存了这些改动：',
    change: (field: string, was: string, is: string) => `${field}：${was} → ${is}`,
    kept: '您没有改动此项，将保留',
    replaced: (mine: string) => `您填写的是 ${mine}，将以您的为准`,
    confirm: '合并后保存',
    none: '无',
    secret: { before: '原来的内容', theirs: '他人填写的新内容', mine: '您填写的新内容' },
  },
} as const;
