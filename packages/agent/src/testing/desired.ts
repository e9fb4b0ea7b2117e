import { FleetDigest } from '@skyport/contract/fleet-digest';
import type { Desired, DesiredUser, LineSpec, NodeSpec } from '@skyport/contract/fleet';

/** Settings for tests on loopback. */
export const testNode: NodeSpec = { timezone: 'Asia/Shanghai', openLog: false, warp: false, allowPrivate: true };

/** A user without limits. */
export const member = (user: number, line: number, credential: string): DesiredUser => ({
  user,
  line,
  credential,
  not_after: null,
  quota_left: null,
});

/** Digest of a set, made from nothing. */
export const digestOfUsers = (node: NodeSpec, lines: readonly LineSpec[], users: readonly DesiredUser[]): string => {
  const digest = new FleetDigest();
  for (const u of users) digest.add(u.line, u.user, u.credential);
  return digest.value(node, lines);
};

/** A message with the whole set. */
export const fullSet = (
  gen: number,
  lines: readonly LineSpec[],
  users: readonly DesiredUser[],
  node: NodeSpec = testNode,
): Desired => ({
  gen,
  base_gen: 0,
  kind: 'full',
  node,
  lines: [...lines],
  upserts: [...users],
  removes: [],
  digest: digestOfUsers(node, lines, users),
});

/** A message that changes the set `before` into `after`; says only what differs. */
export const change = (
  gen: number,
  lines: readonly LineSpec[],
  before: readonly DesiredUser[],
  after: readonly DesiredUser[],
  node: NodeSpec = testNode,
): Desired => {
  const key = (u: DesiredUser): string => `${u.user}.${u.line}`;
  const had = new Map(before.map((u) => [key(u), JSON.stringify(u)]));
  const has = new Set(after.map(key));
  return {
    gen,
    base_gen: gen - 1,
    kind: 'delta',
    node,
    lines: [...lines],
    upserts: after.filter((u) => had.get(key(u)) !== JSON.stringify(u)),
    removes: before.filter((u) => !has.has(key(u))).map((u) => [u.user, u.line]),
    digest: digestOfUsers(node, lines, after),
  };
};
