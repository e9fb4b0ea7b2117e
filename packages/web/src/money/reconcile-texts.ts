import { ADMIN_MS, toast } from '../ui/toasts.ts';

/** Texts of the page on which lists of payment providers are compared with ours. */
export const reconcileTexts = {
  tab: '查看内容',
  tabs: { differences: '差异', days: '每日结果' },
  state: '状态',
  anyState: '全部状态',
  none: '无',
  amount: (amount: string, currency: string): string => `${amount} ${currency === 'CNY' ? '元' : currency}`,
  differences: {
    title: '对账',
    filter: '搜索单号、交易号',
    columns: {
      reference: '款项单号',
      kind: '差异',
      theirs: '通道金额',
      ours: '我方金额',
      platform: '支付通道',
      day: '日期',
      state: '状态',
      why: '处理说明',
      tradeno: '交易号',
    },
    settle: '补记',
    settleTitle: (reference: string): string => `补记款项 ${reference}？`,
    settleText:
      '请先在支付通道后台核实。款项将按通道的记录入账：订单未支付时商品立即到账，否则转入买家钱包；退款和拒付只标记订单，不变动款项。',
    settled: toast('补记成功', ADMIN_MS),
    settleFailed: toast('补记失败:', ADMIN_MS),
    explain: '查明',
    explainTitle: (reference: string): string => `说明差异 ${reference}`,
    explained: toast('差异已查明', ADMIN_MS),
    explainFailed: toast('保存失败:', ADMIN_MS),
  },
  days: {
    title: '对账',
    search: '搜索支付通道、日期',
    columns: {
      platform: '支付通道',
      day: '日期',
      result: '结果',
      theirs: '通道笔数',
      ours: '我方笔数',
      way: '方式',
      time: '对账时间',
    },
    same: '一致',
    failed: '通道未响应，将再次对账',
    found: (count: number): string => `${count} 处差异`,
    unanswered: (count: number): string => `${count} 笔未得到答复`,
    ways: { list: '通道账单', query: '逐笔查询' },
  },
} as const;
