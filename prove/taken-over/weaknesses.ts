import { sql } from 'kysely';
import type { PullRepository, BatchRepository } from '@skyport/server/fleet/pull/pull-repository';
import type { FleetSimulator, Victim, Weakness } from './fleet-simulator.ts';

/** A weakness to plant: in the pulls from nodes that were taken over, or in the panel's tables at some moment. */
export interface Sabotage extends Weakness {
  readonly what: string;
  /** Before each pull from a victim. */
  readonly before?: (fleet: FleetSimulator, victim: Victim) => Promise<void>;
  /** After the hostile day, before it is undone. */
  readonly beforeUndo?: (fleet: FleetSimulator) => Promise<void>;
}

const inBatches =
  (change: (repository: BatchRepository) => Partial<BatchRepository>) =>
  (repository: PullRepository): PullRepository => ({
    ...repository,
    transaction: (nodeId, work) => repository.transaction(nodeId, (trx) => work({ ...trx, ...change(trx) })),
  });

const HUNDRED_DAYS = "interval '100 days'";

/** Every weakness by name. */
export const weaknesses: Readonly<Record<string, Sabotage>> = {
  'budget-refilled': {
    what: 'whatever a node says refills what its link is believed to have carried',
    before: async ({ scene }, { node }) => {
      await sql`update node_agents set window_since = window_since - ${sql.raw(HUNDRED_DAYS)}, window_bytes = 0
                 where node_id = ${node.id}`.execute(scene.app.deps.db);
    },
  },
  'day-forgotten': {
    what: 'what was billed earlier in the day is not counted',
    repository: inBatches(() => ({ usedSlots: async () => new Map() })),
  },
  'strangers-served': {
    what: 'whoever is reported counts as served',
    pulling: (pulling) => ({ ...pulling, served: { isServed: () => true, removedAfter: () => new Date(0) } }),
  },
  'removals-remembered-for-ever': {
    what: 'somebody who was ever served may be reported for ever',
    pulling: (pulling) => {
      const { served } = pulling as { served?: object };
      return { ...pulling, served: { ...served, removedAfter: () => new Date(0) } };
    },
  },
  'held-without-end': {
    what: 'there is always room for one more report that is held back',
    repository: (repository) => ({
      ...inBatches(() => ({ hasRoom: async () => true }))(repository),
      isFull: async () => false,
    }),
  },
  'new-epoch-accepted': {
    what: 'a usage journal that nobody expects is taken over',
    before: async ({ scene }, { node }) => {
      await sql`update node_agents set epoch_open = true where node_id = ${node.id}`.execute(scene.app.deps.db);
    },
  },
  'undo-forgets': {
    what: 'some of what was charged on the hostile day is not remembered',
    beforeUndo: async ({ scene: { app }, victims }) => {
      const nodes = victims.map(({ node }) => node.id);
      await sql`delete from node_charges where node_id = any(${nodes}::uuid[]) and user_num % 2 = 0`.execute(
        app.deps.db,
      );
      await sql`update usage_journal set spent = array_fill(0::bigint, array[cardinality(spent)])
                 where node_id = any(${nodes}::uuid[]) and cardinality(spent) > 0`.execute(app.deps.db);
    },
  },
};
