/** An estimate, which is above 10,000, by two figures. */
const tenThousands = (count: number): number => Number((count / 10_000).toPrecision(2));

/** Texts of every table. */
export const texts = {
  empty: '暂无记录',
  noMatch: '没有符合条件的记录',
  failed: '列表没有加载出来',
  search: '搜索',
  columns: '显示的列',
  exportAll: '导出全部 CSV',
  exportRows: (count: number) => `导出 CSV（${count} 行）`,
  exporting: (rows: number, of: number | undefined) =>
    of === undefined ? '正在准备导出…' : `正在导出：${rows} / ${of} 行`,
  exportFailed: (reason: string) => `导出失败：${reason}`,
  more: '更多操作',
  actions: '操作',
  pageSize: '每页条数',
  all: '全部',
  previous: '上一页',
  next: '下一页',
  open: '更多信息',
  close: '收起信息',
  moreCards: (next: number, left: number) => `再显示 ${next} 条（还有 ${left} 条）`,
  selectAll: '选择本页',
  selectRow: (name: string) => `选择 ${name}`,
  clearSelection: '取消选择',
  perPage: (size: number) => (size === 0 ? '全部' : `${size} 条/页`),
  total: (count: number) => `共 ${count} 条`,
  about: (count: number) => `约 ${tenThousands(count)} 万条`,
  aboutPages: (count: number) => `约 ${count}`,
  selected: (count: number) => `已选 ${count} 条`,
  sortBy: (title: string) => `按${title}排序`,
  sort: '排序',
  noSort: '默认排序',
  sorted: (title: string, descending: boolean) => `${title}${descending ? '降序' : '升序'}`,
  sortedBySize: (title: string, descending: boolean) => `${title}${descending ? '从大到小' : '从小到大'}`,
} as const;
