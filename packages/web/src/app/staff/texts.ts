import type { StaffGroup } from '../page-row.ts';

/** Texts of the frame around the pages of the back office. */
export const texts = {
  groups: {
    overview: '总览',
    customers: '客户',
    sales: '商品与收款',
    nodes: '节点',
    marketing: '营销',
    system: '系统',
  } satisfies Record<StaffGroup, string>,
  customerPages: '客户页面',
  find: '查找',
  findLabel: '查找页面、用户、订单号、节点、线路、设置',
  /** As long as a phone's field is wide. */
  findHint: '页面、用户、订单、节点、线路、设置',
  finds: '查找结果',
  finding: '正在查找…',
  findFailed: '部分结果没有加载出来',
  nothingFound: '没有符合条件的结果',
  kinds: { pages: '页面', nodes: '节点', lines: '线路', users: '用户', orders: '订单', settings: '设置' },
  fold: '收起菜单',
  unfold: '展开菜单',
} as const;
