import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TrafficPulled, type TrafficPull } from '@skyport/contract/fleet';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { sqliteJournal } from '../../../../agent/src/journal.ts';
import { openStore } from '../../../../agent/src/store.ts';
import { openUsage, pulledText } from '../../../../agent/src/usage.ts';
import type { TestSession } from '../../testing-app.ts';
import type { Controller } from '../desired/controller.ts';
import type { PullReport } from '../pull/pull.ts';
import type { Scene, SceneNode } from './scene-of.ts';

/** A node: the agent's real journal on a real disk of its own, and one customer's counter of an engine. */
export interface SimulatedNode {
  epoch(): string;
  totals(): {
    readonly epoch: string;
    readonly unacked: number;
    readonly openBytes: number;
    readonly unattributed: number;
  };
  /** The customer's counter of an engine shows so many bytes. */
  tick(value: number, instance?: string): void;
  /** Stops the agent for a moment and copies its disk; gives the copy's folder. */
  copy(): string;
  pull(ask: TrafficPull): Promise<TrafficPulled>;
}

/** Who counts on a node. */
export interface Counted {
  readonly scene: Scene;
  readonly customer: TestSession;
  readonly line: number;
}

/** Starts a node with a new journal, or with that of a copied disk; it ends with the test. */
export const simulateNode = ({ scene, customer, line }: Counted, copyOf?: string): SimulatedNode => {
  const disk = mkdtempSync(join(tmpdir(), 'journal-'));
  onTestFinished(() => rmSync(disk, { recursive: true }));
  if (copyOf !== undefined) cpSync(copyOf, disk, { recursive: true });
  const now = () => scene.app.clock.now().getTime();
  const open = () => {
    const store = openStore(disk, () => crypto.randomUUID());
    const usage = openUsage(sqliteJournal(store), { openedAt: now(), newEpoch: () => crypto.randomUUID() });
    return { store, usage };
  };
  let opened = open();
  onTestFinished(() => opened.store.db.close());
  return {
    epoch: () => opened.usage.totals().epoch,
    totals: () => opened.usage.totals(),
    tick: (value, instance = 'engine:1') => {
      const name = `user>>>u${customer.num}.l${line}>>>traffic>>>downlink`;
      const counter = { name, line, user: customer.num, direction: 'down' as const, value };
      opened.usage.tick({ instance, counters: [counter] }, now(), 'Asia/Shanghai');
    },
    copy: () => {
      opened.store.db.close();
      const copy = mkdtempSync(join(tmpdir(), 'copy-'));
      onTestFinished(() => rmSync(copy, { recursive: true }));
      cpSync(disk, copy, { recursive: true });
      opened = open();
      return copy;
    },
    pull: async (ask) =>
      TrafficPulled.parse(JSON.parse(pulledText(opened.usage, ask, { applied_gen: 0, clock: now() }))),
  };
};

/** The panel pulls from whichever node answers at the address, and hears which journal it keeps. */
export const pullFrom = async (
  { scene, node, controller }: { readonly scene: Scene; readonly node: SceneNode; readonly controller: Controller },
  answering: Pick<SimulatedNode, 'pull' | 'epoch'>,
): Promise<PullReport> => {
  scene.app.clock.advance(60_000);
  const report = await scene.pull(node, controller, { client: { pull: answering.pull } });
  const state = JSON.stringify({ epoch: answering.epoch() });
  await sql`update node_agents set state = ${state}::jsonb where node_id = ${node.id}`.execute(scene.app.deps.db);
  return report;
};
