import { ADMIN_MS, toast } from '../ui/toasts.ts';

/** Texts of the permission page. */
export const texts = {
  title: '权限',
  search: '搜索名称、描述',
  add: '新增权限',
  editTitle: '编辑权限',
  next: '权限是可选的：商品可以附带权限，线路可以要求权限。所有客户使用相同的线路时，直接新增商品即可。',
  toCombos: '前往商品页',
  columns: { name: '名称', desc: '描述', useTimes: '购买次数' },
  deleteText: (name: string) => `确认删除权限“${name}”？`,
  deleteHeld: (name: string, holders: number) =>
    holders === 0
      ? `确认删除权限“${name}”？没有用户拥有它。`
      : `确认删除权限“${name}”？拥有它的 ${holders} 个用户将失去它。`,
  saved: toast('更新成功', ADMIN_MS),
  saveFailed: toast('配置失败:', ADMIN_MS),
  deleted: toast('权限删除成功', ADMIN_MS),
  deleteFailed: toast('权限删除失败:', ADMIN_MS),
} as const;
