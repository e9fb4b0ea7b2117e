import { createHash } from 'node:crypto';
import type { LineSpec } from '@skyport/contract/fleet';

const ENGINE_NAME = /^u(\d+)\.l(\d+)$/;

const PLACEHOLDER = /^none(?:-[0-9a-f]+)?\.l(\d+)$/;

/** The engine's name of a user on a line: one pair of counters each. Xray calls it `email`. */
export const engineNameOf = (u: { line: number; user: number }): string => `u${u.user}.l${u.line}`;

/** The engine's name of a placeholder on a line; `mark` (hex) keeps those apart that are added later. */
export const placeholderName = (line: number, mark = ''): string => `none${mark && `-${mark}`}.l${line}`;

/** Reads a name back; user 0 is the placeholder, undefined is a name that is not ours. */
export const parseEngineName = (name: string): { line: number; user: number } | undefined => {
  const [, user, line] = ENGINE_NAME.exec(name) ?? [];
  if (user !== undefined) return { user: Number(user), line: Number(line) };
  const [, placeholderLine] = PLACEHOLDER.exec(name) ?? [];
  return placeholderLine === undefined ? undefined : { user: 0, line: Number(placeholderLine) };
};

/** Tag of a line's inbound: its port and a digest of its settings, so that an adopted engine shows what it serves. */
export const tagOf = (spec: LineSpec): string => {
  const settings = JSON.stringify(Object.entries(spec).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return `l${spec.line}-${spec.port}-${createHash('sha256').update(settings).digest('hex').slice(0, 12)}`;
};

/** Port of an inbound by its tag; undefined for a tag that is not ours. */
export const portOfTag = (tag: string): number | undefined => {
  const [, port] = /^l\d+-(\d+)-/.exec(tag) ?? [];
  return port === undefined ? undefined : Number(port);
};
