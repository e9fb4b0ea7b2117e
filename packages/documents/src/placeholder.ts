import type { ResolvedLine } from './model.ts';
import type { Group, Plan, Switches } from './rules/plan.ts';
import { PLACEHOLDER_NUM } from './writers/secret.ts';

/** Why a user gets a placeholder: instead of lines, or in front of those that are open to everybody. */
export type PlaceholderReason = 'expired' | 'usedUp' | 'new' | 'noLines';

const PLACEHOLDER_NAMES: Record<PlaceholderReason, { readonly zh: string; readonly en: string }> = {
  expired: { zh: '订阅已到期', en: 'Subscription expired' },
  usedUp: { zh: '流量已用完', en: 'Out of traffic' },
  new: { zh: '欢迎，请先购买', en: 'Welcome - please choose a plan first' },
  noLines: { zh: '暂无可用线路-请登录官网', en: 'No line available - please log in' },
};

/** The one line of a placeholder document, or the reason line before others: valid for every client, leads nowhere. */
export const placeholderLine = (reason: PlaceholderReason, { useEnglish }: Switches): ResolvedLine => ({
  id: '00000000-0000-0000-0000-000000000000',
  num: PLACEHOLDER_NUM,
  name: PLACEHOLDER_NAMES[reason][useEnglish ? 'en' : 'zh'],
  server: '127.0.0.1',
  port: 9,
  countryCode: '',
  protocol: 'compat',
  method: 'aes-128-gcm',
});

/**
 * The plan with a reason line to choose beside the others. No group chooses it by itself: it leads nowhere, and stands
 * behind the first member of the main group, never in a group that measures.
 */
export const withReasonLine = (plan: Plan, { name }: ResolvedLine): Plan => {
  const told = (group: Group): Group =>
    group.id === plan.main.id ? { ...group, members: group.members.toSpliced(1, 0, { line: name }) } : group;
  return { ...plan, groups: plan.groups.map(told), main: told(plan.main), final: told(plan.final) };
};
