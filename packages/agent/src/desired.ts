import { FleetDigest } from '@skyport/contract/fleet-digest';
import type { Desired, LineSpec, NodeSpec } from '@skyport/contract/fleet';
import type { EngineUser } from './engines/engine.ts';
import type { DesiredChange, StoredDesired, StoredUser } from './desired-store.ts';

/** The desired set in memory, with its digest kept up to date. */
export type DesiredSet = {
  gen: number;
  node: NodeSpec;
  lines: readonly LineSpec[];
  users: Map<string, StoredUser>;
  digest: FleetDigest;
};

/** Key of a user on a line within the maps of the agent. */
export const userKey = (u: { line: number; user: number }): string => `${u.line}.${u.user}`;

/** The set as read from disk. */
export const desiredSet = (stored: StoredDesired): DesiredSet => {
  const digest = new FleetDigest();
  for (const u of stored.users) digest.add(u.line, u.user, u.credential);
  return { ...stored, users: new Map(stored.users.map((u) => [userKey(u), u])), digest };
};

/** Hex digest of a set. */
export const digestOf = (set: DesiredSet): string => set.digest.value(set.node, set.lines);

/** Outcome of a message: nothing to do (told before), a change to commit, or a base or digest that does not match. */
export type Plan =
  | { kind: 'known' }
  | { kind: 'conflict' }
  | { kind: 'change'; change: DesiredChange; digest: FleetDigest };

/**
 * Decides on a message without touching anything. Within a delta `removes` come first, then `upserts`; a line that is
 * gone takes its users along. `digest` of a change is that of the set after it.
 */
export const planDesired = (set: DesiredSet, message: Desired): Plan => {
  if (message.gen === set.gen && message.digest === digestOf(set)) return { kind: 'known' };
  const full = message.kind === 'full';
  if (!full && message.base_gen !== set.gen) return { kind: 'conflict' };
  const open = new Set(message.lines.map(({ line }) => line));
  const upserts = [...new Map(message.upserts.map((u) => [userKey(u), u])).values()];
  if (upserts.some(({ line }) => !open.has(line))) return { kind: 'conflict' };
  const { gen, node, lines } = message;
  const change = { gen, node, lines, full, removes: full ? [] : removesOf(set, message, open), upserts };
  const digest = digestAfter(set, change);
  return digest.value(node, lines) === message.digest ? { kind: 'change', change, digest } : { kind: 'conflict' };
};

/** Digest of the set after a change: costs one hash for each user named in it. */
const digestAfter = (set: DesiredSet, { full, removes, upserts }: DesiredChange): FleetDigest => {
  const digest = full ? new FleetDigest() : set.digest.clone();
  const left = new Map<string, StoredUser>();
  const named = [...removes.map(([user, line]) => ({ user, line })), ...upserts];
  for (const u of full ? [] : named) {
    const stored = set.users.get(userKey(u));
    if (stored) left.set(userKey(u), stored);
  }
  for (const u of left.values()) digest.remove(u.line, u.user, u.credential);
  for (const u of upserts) digest.add(u.line, u.user, u.credential);
  return digest;
};

/** Each (user, line) once, and everybody of the lines that are gone. */
const removesOf = (set: DesiredSet, message: Desired, open: ReadonlySet<number>): [number, number][] => {
  const removes = new Map(
    message.removes.map(([user, line]) => [userKey({ line, user }), [user, line] as [number, number]]),
  );
  if (set.lines.every(({ line }) => open.has(line))) return [...removes.values()];
  for (const u of set.users.values()) if (!open.has(u.line)) removes.set(userKey(u), [u.user, u.line]);
  return [...removes.values()];
};

/** Takes a committed change over into the set in memory. */
export const applyChange = (set: DesiredSet, change: DesiredChange, digest: FleetDigest): void => {
  if (change.full) set.users.clear();
  for (const [user, line] of change.removes) set.users.delete(userKey({ line, user }));
  for (const u of change.upserts) set.users.set(userKey(u), { ...u, used: 0 });
  Object.assign(set, { gen: change.gen, node: change.node, lines: change.lines, digest });
};

/** True while a user may be served: not past `not_after` (s) and with quota left. `now` in ms. */
export const mayBeServed = (u: StoredUser, now: number): boolean =>
  (u.not_after === null || now < u.not_after * 1000) && (u.quota_left === null || u.used < u.quota_left);

/** Those whom the engine is to serve now; the agent decides this alone, the panel may be far away. */
export const servedUsers = (set: DesiredSet, now: number): EngineUser[] => {
  const served: EngineUser[] = [];
  for (const u of set.users.values()) {
    if (mayBeServed(u, now)) served.push({ line: u.line, user: u.user, credential: u.credential });
  }
  return served;
};

/** What must be told to an engine that holds `actual` so that it holds `wanted`; a changed credential is both. */
export const diffUsers = (
  actual: ReadonlyMap<string, EngineUser>,
  wanted: readonly EngineUser[],
): { remove: EngineUser[]; add: EngineUser[] } => {
  const add = wanted.filter((u) => actual.get(userKey(u))?.credential !== u.credential);
  // Common case: nobody left, so the search for removed users is skipped.
  if (wanted.length - add.length === actual.size) return { remove: [], add };
  const remove = new Map(actual);
  for (const u of wanted) {
    const key = userKey(u);
    if (remove.get(key)?.credential === u.credential) remove.delete(key);
  }
  return { remove: [...remove.values()], add };
};
