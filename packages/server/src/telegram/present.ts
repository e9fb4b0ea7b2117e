import type { AgentItem } from '@skyport/contract/nodes';
import { GIB, MIB } from '@skyport/contract/units';
import { limitOf, permanentLeft, isMember, usedToday, type TrafficState } from '../traffic/index.ts';
import { texts } from './texts.ts';

/** `YYYY-MM-DD HH:mm` of an instant in a time zone. */
export const minuteOf = (instant: Date, timezone: string): string =>
  instant.toLocaleString('sv-SE', { timeZone: timezone }).slice(0, 16);

/** Bytes as people read them. */
export const amount = (bytes: number): string =>
  bytes >= GIB ? `${Math.round((bytes / GIB) * 100) / 100} G` : `${Math.round(bytes / MIB)} M`;

/** What is left, one line a pool. */
export const trafficLinesOf = (state: TrafficState, now: Date, today: string): string[] => [
  ...(isMember(state, now) || state.dailyUnlimited
    ? [texts.quota(amount(usedToday(state, today)), amount(limitOf(state)))]
    : []),
  texts.permanent(amount(permanentLeft(state))),
];

/** An address whose owner knows it again and nobody else learns it. */
export const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.min(2, at))}***${email.slice(at)}`;
};

/** A message holds 4096 characters; so many nodes always fit. */
const MOST_NODES = 50;

/** The nodes as a list. */
export const nodesText = (nodes: readonly AgentItem[]): string => {
  if (nodes.length === 0) return texts.noNodes;
  const lines = nodes
    .slice(0, MOST_NODES)
    .map(({ name, country, speed }) => texts.node(country.flag, name.slice(0, 60), speed));
  const more = nodes.length - lines.length;
  return [texts.nodesHead(nodes.length), ...lines, ...(more > 0 ? [texts.more(more)] : [])].join('\n');
};
