/** How the reason of every report begins that did not come next; what follows is for people. */
export const GAP_REASON = '应为第 ';

/**
 * Why a report that is not the next one is not billed. An agent lets go of nothing but what was acknowledged, and of that
 * after a week: reports that are missing in between were taken by a panel that knew more than this one does.
 */
export const gapReason = (due: number, seq: number): string =>
  `${GAP_REASON}${due} 份：${numbers(due, seq - 1)}节点上已经没有了，多半是面板从更早的备份恢复过。已停止计费，请核对后确认从第 ${seq} 份起继续计费`;

const numbers = (first: number, last: number): string => (first === last ? '这一份' : `第 ${first} 至 ${last} 份`);
