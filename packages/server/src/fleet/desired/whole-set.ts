import type { DesiredUser, LineSpec, NodeSpec } from '@skyport/contract/fleet';
import { createTimeSlices } from '../../platform/time-slices.ts';
import { AgentFault } from '../agent/agent-fault.ts';
import type { FleetUser } from './fleet-user.ts';
import { includeUser, nodeModel, wantedDigest, type NodeModel } from './model.ts';

/** A whole set without its users. */
export interface SetFrame {
  readonly node: NodeSpec;
  readonly lines: readonly LineSpec[];
  /** Version of the model when the set was read. Later changes apply to this set. */
  readonly version: number;
  /** Digest of all users that were read. */
  digest(): string;
}

/** A node's whole set, made part by part while it is sent. */
export interface WholeSet extends SetFrame {
  /** Users in parts of at most `size` rows, the last one included; to be read once. */
  parts(size: number): AsyncGenerator<DesiredUser[]>;
}

/** The same in one piece. */
export interface FullSet extends SetFrame {
  readonly upserts: DesiredUser[];
}

/**
 * Opens a node's set. Users may change while its parts are read: each such change is also among the changes of the
 * model from now on, so the set and those changes together lead to the wanted set.
 */
export const openWholeSet = (model: NodeModel, users: { values(): Iterable<FleetUser> }): WholeSet => {
  const sent = nodeModel(model.node, model.spec);
  Object.assign(model, { version: model.version + 1, changes: new Map() });
  const { version } = model;
  const parts = async function* (size: number): AsyncGenerator<DesiredUser[]> {
    const slices = createTimeSlices();
    let part: DesiredUser[] = [];
    for (const user of users.values()) {
      for (const served of includeUser(sent, user)) {
        if (part.length === size) {
          yield part;
          part = [];
        }
        part.push(served);
      }
      await slices();
    }
    // Nothing changed meanwhile: the recomputed digest replaces the incremental one.
    if (model.version === version && model.changes.size === 0) model.digest = sent.digest.clone();
    yield part;
  };
  return {
    node: sent.spec,
    lines: sent.node.lines.map(({ spec }) => spec),
    version,
    parts,
    digest: () => wantedDigest(sent),
  };
};

/** Rows that agents without parts take in one message: more of them are above the size of a body there. */
const MOST_ROWS_AT_ONCE = 1_000_000;
const PIECE_ROWS = 10_000;

/** Reads a set to its end. Throws AgentFault when it is too large for an agent that takes no parts. */
export const inOnePiece = async ({ parts, ...frame }: WholeSet): Promise<FullSet> => {
  const upserts: DesiredUser[] = [];
  for await (const part of parts(PIECE_ROWS)) {
    for (const row of part) upserts.push(row);
    if (upserts.length > MOST_ROWS_AT_ONCE)
      throw new AgentFault('broken', 'the agent must be upgraded before it can take so many users');
  }
  return { ...frame, upserts };
};
