import { isIP } from 'node:net';
import type { OutsideProblem } from '@skyport/contract/outside-lists';
import { isServer, withParents } from '@skyport/documents';

/** Fewer names than this are an answer about something else. */
const FEWEST_NAMES = 300;
/** Phones keep a list in memory. */
const MOST_NAMES = 250_000;
/** One row in so many may be unreadable. */
const UNREADABLE_SHARE = 20;
/** One in so many of the names that rules need elsewhere, and at least this number, may be in a list by mistake. */
const CONFLICT_SHARE = 5;
const FEWEST_CONFLICTS = 10;

/** Names that rules need elsewhere. */
export interface ReservedNames {
  readonly names: readonly string[];
  /** Whether names below them are reserved, too. */
  readonly withBelow: boolean;
}

/** What a text is compared with. */
export interface ListNeeds {
  readonly reserved: ReservedNames;
  /** How many names the same address gave last; 0 for none. */
  readonly before: number;
}

/** A list that can be used. */
export interface ReadList {
  /** Each stands for itself and everything below it; none is below another one. */
  readonly names: readonly string[];
  readonly droppedRows: number;
  readonly droppedNames: number;
}

/** Longer rows are no names. */
const LONGEST_ROW = 300;

/** Rows that are known and not used: patterns, networks, exceptions, headings. */
const UNUSED: readonly RegExp[] = [
  /^(?:regexp?|keyword|include|payload):/i,
  /^(?:domain-(?:keyword|regex|wildcard)|ip-cidr6?|ip-asn|geoip|process-name|user-agent|url-regex|and|or|not),/i,
  /^(?:@@|\[|\/.*\/$)/,
];

/**
 * Where the name stands in a row: plain or with a prefix (v2fly, Clash), classical rules, dnsmasq, filters of ad
 * blockers, host files. Attributes of v2fly and policies may follow. Each reads a row in one way only.
 */
const FORMS: readonly RegExp[] = [
  /^(?:domain:|full:|\+\.|\*\.|\.)?([^\s,/:|^*@]+)(?::?\s*@[^\s@:]+)*$/,
  /^domain(?:-suffix)?,([^\s,]+)(?:,[^\s,]+)*$/i,
  /^(?:server|address)=\/([^\s/]+)\//,
  /^\|\|([^\s/^*$|]+)\^$/,
  /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+(\S+)$/,
];

/** A row without comment, list mark and quotes. A `#` inside of a row is part of a filter that hides page elements. */
const bare = (row: string): string =>
  row
    .replace(/(?:^|\s)(?:#|\/\/).*$/, '')
    .replace(/^\s*[!;].*$/, '')
    .replace(/^\s*-\s+/, '')
    .trim()
    .replace(/^(['"])(.*)\1$/, '$2');

const nameIn = (row: string): string | undefined => {
  const found = FORMS.map((form) => form.exec(row)?.[1]).find((name) => name !== undefined);
  const name = found?.toLowerCase().replace(/^\.|\.$/g, '');
  return name !== undefined && isServer(name) && isIP(name) === 0 ? name : undefined;
};

interface Rows {
  readonly names: Set<string>;
  readonly count: number;
  readonly unused: number;
  readonly unreadable: number;
}

const rowsOf = (text: string): Rows => {
  const names = new Set<string>();
  let [count, unused, unreadable] = [0, 0, 0];
  for (const line of text.split(/\r?\n/)) {
    const row = line.length > LONGEST_ROW ? undefined : bare(line);
    if (row === '') continue;
    count += 1;
    const name = row === undefined || UNUSED.some((form) => form.test(row)) ? '' : nameIn(row);
    if (name === undefined) unreadable += 1;
    // A whole top-level domain is left to the rules.
    else if (!name.includes('.')) unused += 1;
    else names.add(name);
  }
  return { names, count, unused, unreadable };
};

/** Names without those that one of them stands above. */
const topmost = (names: ReadonlySet<string>): string[] =>
  [...names].filter((name) => !withParents(name).some((parent) => parent !== name && names.has(parent)));

const withoutReserved = (names: ReadonlySet<string>, { names: reserved, withBelow }: ReservedNames): Set<string> => {
  const above = new Set(reserved.flatMap(withParents));
  const exact = new Set(reserved);
  const isBelow = (name: string): boolean => withBelow && withParents(name).some((parent) => exact.has(parent));
  return new Set([...names].filter((name) => !above.has(name) && !isBelow(name)));
};

/** Reserved names that a list would take, themselves or with a domain above them. */
const conflictsOf = (names: ReadonlySet<string>, reserved: readonly string[]): number =>
  reserved.filter((name) => withParents(name).some((parent) => names.has(parent))).length;

/**
 * Reads a list of names in one of the forms in which lists are published. The whole text is refused when it is no such
 * list, has too few or too many names, lost more than half of them, or takes too many names that the rules need
 * elsewhere. Single rows without a usable name, and single reserved names, are dropped and counted.
 */
export const readList = (text: string, { reserved, before }: ListNeeds): ReadList | { problem: OutsideProblem } => {
  if (/^\s*[<{]/.test(text) || text.includes('\0')) return { problem: 'notList' };
  const { names: all, count, unused, unreadable } = rowsOf(text);
  if (unreadable * UNREADABLE_SHARE > count) return { problem: 'notList' };
  const conflicts = conflictsOf(all, reserved.names);
  if (conflicts >= FEWEST_CONFLICTS && conflicts * CONFLICT_SHARE > reserved.names.length)
    return { problem: 'conflicts' };
  const kept = withoutReserved(all, reserved);
  const names = topmost(kept);
  if (names.length < FEWEST_NAMES) return { problem: 'short' };
  if (names.length > MOST_NAMES) return { problem: 'large' };
  if (names.length * 2 < before) return { problem: 'halved' };
  return { names, droppedRows: unused + unreadable, droppedNames: all.size - kept.size };
};
