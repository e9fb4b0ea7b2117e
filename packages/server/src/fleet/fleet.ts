import { MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { createAgentClient } from './agent/agent-client.ts';
import { AgentFault } from './agent/agent-fault.ts';
import { createController, type Controller } from './desired/controller.ts';
import { tryEnrol } from './enrolment/enrolment.ts';
import { addProbe } from './health/history-store.ts';
import { createLink, type NodeLink } from './desired/link.ts';
import { forEachAtOnce, startLoop, type Failed, type Loop } from './loop.ts';
import type { Pki } from './certificates/pki.ts';
import { createLatencies, tcpLatency, type Latencies } from './health/latency.ts';
import { pullNode } from './pull/pull.ts';
import { createReportLimit, type ReportLimit } from './pull/report-limit.ts';
import { listAgents, type AgentRow } from './agent/agent-store.ts';
import { listEnrolments } from './enrolment/enrolment-store.ts';
import { writeSpeed } from './health/sighting-store.ts';
import { noteReported } from './desired/sync-times.ts';
import { watchBilling } from './health/watch-billing.ts';

/** The fleet as one process runs it. */
export interface Fleet {
  /** Looks for changes at once. */
  wake(): void;
  stop(): Promise<void>;
}

/** Agents spoken to at once. */
export const AGENTS_AT_ONCE = 16;
const CHANGES_MS = SECOND_MS;
const ENROL_MS = 3 * SECOND_MS;

interface Parts {
  readonly deps: Deps;
  readonly pki: Pki;
  readonly controller: Controller;
  readonly links: Map<string, NodeLink & { readonly key: string }>;
  readonly latencies: Latencies;
  readonly reports: ReportLimit;
  readonly failed: Failed;
}

/** Starts controller and loops; resolves when every node's wanted set is known. Intervals come from the settings. */
export const runFleet = async (deps: Deps, pki: Pki, failed: Failed): Promise<Fleet> => {
  const controller = createController(deps);
  const settings = () => deps.settings.current();
  const reports = createReportLimit(() => settings().trafficStasticDuration);
  const parts: Parts = { deps, pki, controller, links: new Map(), latencies: createLatencies(), reports, failed };
  await controller.start();
  await connectAll(parts);
  const loop = (work: () => Promise<void>, pauseMs: () => number): Loop => startLoop({ work, pauseMs, failed });
  const changes = loop(
    () => takeChanges(parts),
    () => CHANGES_MS,
  );
  const loops = [
    changes,
    loop(
      () => checkAll(parts),
      () => settings().updateV2rayDuration * SECOND_MS,
    ),
    loop(
      () => pullAll(parts),
      () => settings().trafficStasticDuration * SECOND_MS,
    ),
    loop(
      () => enrolAll(parts, changes),
      () => ENROL_MS,
    ),
    loop(
      () => probeAll(parts),
      () => Math.min(MINUTE_MS, settings().updateV2rayDuration * SECOND_MS),
    ),
  ];
  return {
    wake: changes.poke,
    stop: async () => {
      // Calls under way fail at once, so that nobody waits for a node that does not answer.
      for (const link of parts.links.values()) link.close();
      await Promise.all(loops.map((each) => each.stop()));
      for (const link of parts.links.values()) link.close();
      await Promise.all([...parts.links.values()].map((link) => link.idle()));
    },
  };
};

/** Opens links to newly enrolled agents, closes those that are gone, renews those whose place changed. */
const connectAll = async (parts: Parts): Promise<void> => {
  const { deps, controller, links, pki } = parts;
  const agents = new Map((await listAgents(deps.db)).map((agent) => [agent.node_id, agent]));
  const wanted = new Map<string, string>();
  for (const [id, { node }] of controller.models()) {
    const agent = agents.get(id);
    if (agent) wanted.set(id, JSON.stringify([node.address, node.ctrlPort, agent.key_sha256]));
  }
  for (const [id, link] of links) {
    if (wanted.get(id) === link.key) continue;
    link.close();
    links.delete(id);
  }
  for (const [id, key] of wanted) {
    const node = controller.models().get(id)?.node;
    const agent: AgentRow | undefined = agents.get(id);
    if (links.has(id) || !node || !agent) continue;
    const place = {
      host: node.address,
      port: node.ctrlPort,
      key: agent.key_sha256,
      allowPrivate: deps.env.ALLOW_PRIVATE_NETWORKS,
    };
    const link = createLink(id, createAgentClient(place, pki), { controller, pki, deps, failed: parts.failed });
    links.set(id, { ...link, key });
    link.sync();
  }
};

const takeChanges = async (parts: Parts): Promise<void> => {
  const { controller } = parts;
  const touched = await controller.takeChanges();
  const aged = await controller.passTime();
  if (touched.size > 0) await connectAll(parts);
  for (const id of new Set([...touched, ...aged])) parts.links.get(id)?.sync();
};

const checkAll = async (parts: Parts): Promise<void> => {
  await parts.pki.refresh();
  const touched = await parts.controller.refreshNodes();
  await connectAll(parts);
  await forEachAtOnce(parts.links.values(), AGENTS_AT_ONCE, async (link) => {
    await link.checkHealth();
    if (touched.has(link.nodeId)) link.sync();
  });
};

const pullAll = async (parts: Parts): Promise<void> => {
  const { controller, deps, reports } = parts;
  await forEachAtOnce(parts.links.values(), AGENTS_AT_ONCE, async ({ nodeId, client }) => {
    const model = controller.models().get(nodeId);
    if (!model) return;
    const { node, syncTimes } = model;
    try {
      await pullNode({ node, client, deps, quotas: controller.quotas, served: controller.served(nodeId), reports });
      noteReported(syncTimes, deps.clock.now());
    } catch (fault) {
      if (!(fault instanceof AgentFault)) throw fault;
      deps.log.warn({ node: nodeId, reason: fault.message }, 'traffic could not be asked for');
    } finally {
      // Above all where nothing comes in: an agent that answers rubbish when it is asked for use is not billed either.
      await watchBilling(deps, nodeId);
    }
  });
};

const enrolAll = async ({ deps, pki, controller }: Parts, changes: Loop): Promise<void> => {
  const open = await listEnrolments(deps.db, deps.clock.now());
  await forEachAtOnce(open, AGENTS_AT_ONCE, async (row) => {
    const node = controller.models().get(row.node_id)?.node;
    if (node && (await tryEnrol({ node, row, pki, deps }))) changes.poke();
  });
};

const probeAll = async ({ deps, controller, links, latencies }: Parts): Promise<void> => {
  await forEachAtOnce(links.keys(), AGENTS_AT_ONCE, async (nodeId) => {
    const node = controller.models().get(nodeId)?.node;
    if (!node) return;
    const allowPrivate = deps.env.ALLOW_PRIVATE_NETWORKS;
    const ms =
      (await tcpLatency(node.address, node.probePort, allowPrivate)) ??
      (await tcpLatency(node.address, node.ctrlPort, allowPrivate));
    await writeSpeed(deps.db, nodeId, latencies.add(nodeId, ms));
    await addProbe(deps.db, { nodeId, at: deps.clock.now() }, ms);
  });
};
