import type { AlarmReason } from '@skyport/contract/quarantine-reasons';
import { traffic } from '../../ui/format.ts';
import { troubleText } from '../troubles.ts';

const numbers = (first: number, last: number): string => (first === last ? '这一份' : `第 ${first} 至 ${last} 份`);

type Texts = { readonly [C in AlarmReason['code']]: (reason: Extract<AlarmReason, { code: C }>) => string };

/** Texts of why reports of a node, or rows of them, were not billed by themselves. */
export const reasonTexts: Texts = {
  backwards: () => '报告的结束时间早于开始时间',
  future: () => '报告的结束时间在未来',
  budget: ({ bytes, most }) =>
    `流量 ${traffic(bytes)} 超出了自上次入账以来线路带宽的 1.25 倍（还可计 ${traffic(most)}）`,
  day: ({ bytes, most }) => `24 小时内的流量达到 ${traffic(bytes)}，远高于该节点平时的水平（上限 ${traffic(most)}）`,
  fault: ({ detail }) => `数据库无法入账（${detail}）`,
  stranger: () => '这些用户自上次入账以来没有在该线路上开通过',
  userHour: ({ most }) => `单个用户一小时内在该节点上超过了 ${traffic(most)}`,
  noUser: () => '用户不存在，或账号无法计费',
  beyond: () => '单个用户折算后的流量大得不可信',
  seal: () => '报告的内容与其摘要不符',
  sameNumber: () => '同一编号的报告内容不同',
  gap: ({ due, seq }) =>
    `收到第 ${seq} 份，应为第 ${due} 份：${numbers(due, seq - 1)}节点上已经没有了，多半是面板从更早的备份恢复过。已停止计费，请核对后确认从第 ${seq} 份起继续计费`,
  unknownBooks: () => '节点的账本不是登记的那一个：不计费，请核对后接受新账本',
  closedBooks: () => '节点又用起了已经关闭的账本：不计费，已让它另起新账本，请核对后接受',
  text: ({ text }) => text,
  unbilled: () => '节点有流量，但一直没有计费',
  heldFull: ({ most }) => `待处理的报告已达到 ${traffic(most)}，暂停从该节点取流量报告：请先处理`,
  tooMany: () =>
    '节点的流量报告远多于统计间隔应有的份数，现在只按间隔慢慢取：正常的节点会合并报告，请核对它是否被人控制（面板刚从很早的备份恢复时也会这样）',
  away: ({ trouble }) => troubleText(trouble),
  hostKey: ({ approved, shown }) =>
    `主机密钥与已批准的不同，没有发送密码：已批准 ${approved}，服务器出示 ${shown}。若不是您重装了系统，可能有人在冒充该服务器`,
};

/** Why, as text. */
export const reasonText = (reason: AlarmReason): string =>
  // The table has an entry of each code's own type; the compiler does not follow that through the lookup.
  (reasonTexts[reason.code] as (reason: AlarmReason) => string)(reason);
