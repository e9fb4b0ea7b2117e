import { X509Certificate } from 'node:crypto';
import type { UsageRow } from '@skyport/contract/fleet';
import { inTransaction } from '@skyport/db';
import { createAgentClient } from '@skyport/server/fleet/agent/agent-client';
import { keyDigest } from '@skyport/server/fleet/certificates/key-digest';
import { loadPki } from '@skyport/server/fleet/certificates/pki';
import { createController, type Controller } from '@skyport/server/fleet/desired/controller';
import { createLink, type NodeLink } from '@skyport/server/fleet/desired/link';
import { storeAgent } from '@skyport/server/fleet/enrolment/enrolment-store';
import { pullNode } from '@skyport/server/fleet/pull/pull';
import { createReportLimit } from '@skyport/server/fleet/pull/report-limit';
import { startFakeAgent, type FakeAgent } from '@skyport/server/fleet/testing/fake-agent';
import { listFleetNodes } from '@skyport/server/nodes/index';
import { nodeForm } from '@skyport/server/nodes/testing';
import type { TestSession } from '@skyport/server/testing-app';
import { sumOfTotals, totalsOfCounters, type UsageTotals } from '../../testkit/usage-totals.ts';
import type { MonthPanel } from './panel.ts';

/** Nodes whose agents have no engine, and the panel's hold on them. */
export interface MonthNodes {
  /** Takes hold of the agents again, as a panel does that has just started. */
  connect(): Promise<void>;
  /** Brings what agents serve in step with the panel. */
  sync(): Promise<void>;
  /** Whom each agent serves uses something, by the dice; the agents close their batches. */
  carry(random: () => number): void;
  /** Takes and bills what the agents hold. */
  pull(): Promise<void>;
  /** What the agents have counted since the beginning, in bytes by user and line. */
  totals(): UsageTotals;
  close(): Promise<void>;
}

/** One node; its agent outlives every panel. */
interface MonthNode {
  readonly id: string;
  readonly agent: FakeAgent;
}

/** What one panel has of the nodes. */
interface Hold {
  readonly controller: Controller;
  readonly links: readonly NodeLink[];
  pull(): Promise<void>;
  close(): void;
}

/** The most that somebody uses between two reports, and the time that a report is about. */
const MOST_BYTES = 700_000_000;
const REPORTED_MS = 600_000;
/** Shares of those served who use something at a time. */
const ACTIVE = 0.35;

const makeNode = async (panel: MonthPanel, admin: TestSession, name: string): Promise<MonthNode> => {
  const { deps, clock, call } = panel.app();
  const pki = await loadPki(deps);
  // The clock of whichever panel serves: the agent outlives them all.
  const agent = await startFakeAgent(pki, deps.ids.next(), () => panel.app().clock.now());
  const form = nodeForm({ name, ip: '127.0.0.1', ctrl_port: agent.port, port: 10_000 });
  const { _id: id } = (await call('/api/admin/agents/update', form, admin)).data;
  for (const protocol of ['vmesh_tcp', 'ss']) {
    const line = await call(
      '/api/admin/agent_line/update',
      { name: `${name} ${protocol}`, agentID: id, protocol },
      admin,
    );
    if (line.code !== 0) throw new Error(`there is no line: ${line.msg}`);
  }
  const { certificate, epoch } = agent;
  await inTransaction(deps.db, (trx) => storeAgent(trx, { nodeId: id, certificate, epoch, at: clock.now() }));
  return { id, agent };
};

const holdOf = async (panel: MonthPanel, nodes: readonly MonthNode[]): Promise<Hold> => {
  const { deps } = panel.app();
  const pki = await loadPki(deps);
  const controller = createController(deps);
  await controller.start();
  const failed = (fault: unknown): Promise<never> => Promise.reject(fault);
  const held = nodes.map(({ id, agent: { port, certificate } }) => {
    const key = keyDigest(new X509Certificate(certificate));
    const client = createAgentClient({ host: '127.0.0.1', port, key, allowPrivate: true }, pki);
    return { id, client, link: createLink(id, client, { controller, pki, deps, failed }) };
  });
  const reports = createReportLimit(() => deps.settings.current().trafficStasticDuration);
  return {
    controller,
    links: held.map(({ link }) => link),
    pull: async () => {
      const known = await listFleetNodes(deps.db, deps);
      for (const { id, client } of held) {
        const node = known.find((each) => each.id === id);
        if (!node) throw new Error('a node is gone');
        const { quotas } = controller;
        await pullNode({ node, client, deps, quotas, served: controller.served(id), reports });
      }
    },
    close: () => {
      for (const { link, client } of held) {
        link.close();
        client.close();
      }
    },
  };
};

const carryAt = ({ agent }: MonthNode, random: () => number, now: number): void => {
  const rows: UsageRow[] = [];
  for (const { line, user } of agent.users.values())
    if (random() < ACTIVE)
      rows.push([line, user, Math.floor(random() * MOST_BYTES * 0.1), 1 + Math.floor(random() * MOST_BYTES)]);
  if (rows.length === 0) return;
  agent.closeBatch(rows, { from: Math.max(now - REPORTED_MS, agent.closedBatches.at(-1)?.to ?? 0) });
};

const totalsOf = ({ agent }: MonthNode): UsageTotals =>
  sumOfTotals(
    agent.closedBatches.flatMap(({ rows }) =>
      rows.map(([line, user, up, down]) =>
        totalsOfCounters([
          { user, line, direction: 'up', value: up },
          { user, line, direction: 'down', value: down },
        ]),
      ),
    ),
  );

/** Makes nodes with two lines each, as an admin does; the agents enrol. */
export const startMonthNodes = async (panel: MonthPanel, admin: TestSession, count: number): Promise<MonthNodes> => {
  const nodes: MonthNode[] = [];
  for (let n = 1; n <= count; n += 1) nodes.push(await makeNode(panel, admin, `节点 ${n}`));
  let hold = await holdOf(panel, nodes);
  const sync = async (): Promise<void> => {
    await hold.controller.takeChanges();
    await hold.controller.passTime();
    for (const link of hold.links) {
      link.sync();
      await link.idle();
    }
  };
  return {
    connect: async () => {
      hold.close();
      hold = await holdOf(panel, nodes);
      await sync();
    },
    sync,
    carry: (random) => {
      for (const node of nodes) carryAt(node, random, panel.app().clock.now().getTime());
    },
    pull: () => hold.pull(),
    totals: () => sumOfTotals(nodes.map(totalsOf)),
    close: async () => {
      hold.close();
      for (const { agent } of nodes) await agent.close();
    },
  };
};
