import type { DesiredUser, NodeSpec } from '@skyport/contract/fleet';
import { FleetDigest } from '@skyport/contract/fleet-digest';
import { credentialMaker } from '@skyport/documents/credential';
import type { FleetNode } from '../../nodes/index.ts';
import { unsyncedSince, type SyncTimes } from './sync-times.ts';
import { mayUse, limitsOf, type FleetUser } from './fleet-user.ts';

/** One difference between what an agent has and what it should have. */
export type Change = { readonly upsert: DesiredUser } | { readonly remove: readonly [user: number, line: number] };

/** One node's wanted set: its digest, and what has to be sent to an agent that has the set of the last message. */
export interface NodeModel {
  node: FleetNode;
  spec: NodeSpec;
  digest: FleetDigest;
  /** By `user.line`; a later change takes an earlier one's place. */
  changes: Map<string, Change>;
  makers: ReadonlyMap<number, (userkey: string) => string>;
  /** Grows when the model is built anew: `changes` then no longer lead from what an agent had. */
  version: number;
  readonly syncTimes: SyncTimes;
}

/** An empty model of a node, whose agent was last heard of at an instant (ms). Throws when a line's id is damaged. */
export const nodeModel = (node: FleetNode, spec: NodeSpec, heardOf = 0): NodeModel => ({
  node,
  spec,
  digest: new FleetDigest(),
  changes: new Map(),
  version: 0,
  syncTimes: unsyncedSince(heardOf),
  makers: new Map(node.lines.map(({ num, protocol, id }) => [num, credentialMaker(protocol, id)])),
});

/** Digest of the wanted set. */
export const wantedDigest = ({ digest, spec, node }: NodeModel): string =>
  digest.value(
    spec,
    node.lines.map((line) => line.spec),
  );

/** The user on each line of the node that is open to them, ready for the wire. */
export const servedOn = (model: NodeModel, user: FleetUser): DesiredUser[] =>
  model.node.lines
    .filter((line) => mayUse(user, line, model.node))
    .map((line) => ({
      user: user.num,
      line: line.num,
      credential: model.makers.get(line.num)?.(user.userkey) ?? '',
      ...limitsOf(user, line),
    }));

/** Takes a user into a model whose digest is being built anew. */
export const includeUser = (model: NodeModel, user: FleetUser): DesiredUser[] => {
  const served = servedOn(model, user);
  for (const { line, credential } of served) model.digest.add(line, user.num, credential);
  return served;
};

/**
 * Brings a model from one state of a user to the next; either may be missing. Where the user stays, the agent is sent
 * the bounds anew, even equal ones: it counts against them from the moment it hears them.
 */
export const changeUser = (model: NodeModel, before: FleetUser | undefined, after: FleetUser | undefined): void => {
  const had = new Map((before ? servedOn(model, before) : []).map((served) => [served.line, served]));
  for (const served of after ? servedOn(model, after) : []) {
    const { user, line, credential } = served;
    const old = had.get(line);
    had.delete(line);
    if (old?.credential !== credential) {
      if (old) model.digest.remove(line, user, old.credential);
      model.digest.add(line, user, credential);
    }
    model.changes.set(`${user}.${line}`, { upsert: served });
  }
  for (const { user, line, credential } of had.values()) {
    model.digest.remove(line, user, credential);
    model.changes.set(`${user}.${line}`, { remove: [user, line] });
  }
};

/** Whether two states of a node serve the same users with the same credentials, whatever else differs. */
export const servesSame = (a: FleetNode, b: FleetNode): boolean => servingKey(a) === servingKey(b);

const servingKey = ({ enabled, lines }: FleetNode): string =>
  JSON.stringify([
    enabled,
    ...lines.map((l) => [
      l.num,
      l.id,
      l.protocol,
      l.isPublic,
      l.bridge,
      l.permissionRequire,
      l.disableForAgency,
      l.entryVisible,
    ]),
  ]);
