import { ADMIN_MS, REASON_MS, toast } from '../../ui/toasts.ts';

const numbers = (first: number, last: number): string =>
  first === last ? `第 ${first} 份` : `第 ${first} 至 ${last} 份`;

/** Texts of resolving a gap: going on without reports of a node that are lost. */
export const gapTexts = {
  open: '放弃缺失的报告',
  title: '放弃缺失的报告，继续计费',
  text: (name: string, first: number, last: number) =>
    `节点“${name}”的${numbers(first, last)}流量报告没有在这个面板里计费，节点上也已经没有了。节点对面板确认过的报告只保留 7 天，所以面板多半是从更早的备份恢复的。在确认之前，该节点不再计费。`,
  span: (since: string, until: string) => `缺失的时间段：${since} 至 ${until}`,
  effects: (from: number) => [
    `从第 ${from} 份起，节点上还有的报告全部计费；已经计过费的不会再计一次。`,
    '缺失的报告永久放弃：其中的流量不再计费，也无法得知属于哪些用户。',
    '等待确认期间节点不会再丢弃报告，不必匆忙。',
  ],
  warning:
    '如果有更新的备份，请改用那个备份：7 天以内的备份恢复后，面板会自动把缺少的报告要回来，一份不少。如果这只是用备份搭起来的测试面板，请停掉它，不要确认。',
  confirm: '我已核对：没有更新的备份可用，放弃这些报告',
  submit: (from: number) => `从第 ${from} 份起继续计费`,
  nothing: (name: string) => `节点“${name}”没有缺失的报告，无需处理。`,
  done: toast('下一次统计起继续计费', ADMIN_MS),
  failed: toast('继续计费失败:', REASON_MS),
} as const;
