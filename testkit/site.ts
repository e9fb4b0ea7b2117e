import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { endEnginesOf, startAgent, type StartedAgent } from '@skyport/agent/testing/start-agent';
import { engineBinary } from '../tools/engines.ts';
import type { Actor } from './actor.ts';
import { startClient, type Client, type ClientProgram } from './clients.ts';
import { createNet, type TestNet } from './net.ts';
import { startOrigin, type Origin } from './origin.ts';
import { startPanel, type Panel, type PanelOptions } from './panel.ts';
import { nodeOf, mainJobPlan, relayedPorts, type Place, type Plan } from './site-plan.ts';
import { startRelay, type Relay } from './relay.ts';
import { until } from './until.ts';

/** Everything of the main job on this machine: panel, hosts, far end, relay and the agents that have joined. */
export interface Site {
  readonly panel: Panel;
  readonly net: TestNet;
  readonly origin: Origin;
  readonly plan: Plan;
  /** Agents by the place of their node in the plan. */
  readonly agents: (RunningAgent | undefined)[];
  /** The relay of the plan's entry. */
  readonly relay: Relay;
  /** Starts the agent of a planned node with a code from the node's page; gives it while it waits for the panel. */
  join(node: number, enrolCode: string): Promise<void>;
  stop(): Promise<void>;
}

/** An agent that can be killed and started again on the same data. */
export interface RunningAgent {
  process: StartedAgent;
  readonly dataDir: string;
  readonly restart: () => Promise<void>;
  /** Changes the store of an agent that is not running: for sabotage only. */
  readonly tamper: (work: (db: DatabaseSync) => void) => void;
}

/** How often panel and nodes talk here, in seconds. */
const quickly = { updateV2rayDuration: 2, trafficStasticDuration: 2 } as const;

/** Group of a document that decides for everything without a rule of its own. */
const MAIN_GROUP = '节点选择';

/** Starts everything but agents; nothing is set up in the panel yet. Needs root. */
export const startSite = async (
  options: PanelOptions = {},
  makePlan: (place: Place, net: TestNet) => Plan = mainJobPlan,
): Promise<Site> => {
  const net = createNet();
  const closers: (() => Promise<unknown>)[] = [async () => net.close()];
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    const origin: Origin = await startOrigin(net.origin);
    closers.push(() => origin.stop());
    const entry = net.addHost();
    const place = { node: net.node, entry: entry.ip, tlsTarget: origin.tlsTarget, ports: net.ports };
    const plan = makePlan(place, net);
    const relay: Relay = await startRelay(entry, net.node, relayedPorts(plan));
    closers.push(() => relay.stop());
    const panel = await startPanel({ ...options, settings: { ...quickly, ...options.settings } });
    closers.push(() => panel.stop());
    const agents: Site['agents'] = [];
    const join = async (node: number, enrolCode: string): Promise<void> => {
      const started = await startNode(nodeOf(plan, node).ctrl_port ?? 0, net.node, enrolCode);
      agents[node] = started.agent;
      closers.push(started.stop);
    };
    return { panel, net, origin, plan, relay, agents, join, stop };
  } catch (fault) {
    await stop();
    throw fault;
  }
};

const startNode = async (
  port: number,
  host: string,
  enrolCode: string,
): Promise<{ agent: RunningAgent; stop(): Promise<void> }> => {
  const enginePath = await engineBinary('xray');
  const dataDir = mkdtempSync(join(tmpdir(), 'skyport-agent-'));
  const removeData = (): void => rmSync(dataDir, { recursive: true, force: true });
  const place = { dataDir, port, host, enginePath };
  const first = await startAgent({ ...place, enrolCode }).catch((fault: unknown) => {
    removeData();
    throw fault;
  });
  const agent: RunningAgent = {
    process: first,
    dataDir,
    restart: async () => {
      agent.process = await startAgent(place);
    },
    tamper: (work) => {
      const db = new DatabaseSync(join(dataDir, 'agent.db'));
      work(db);
      db.close();
    },
  };
  const stop = async (): Promise<void> => {
    await agent.process.stop();
    await endEnginesOf(dataDir);
    removeData();
  };
  return { agent, stop };
};

/** Carries the whole plan out by calls, as the admin would by clicking, and waits until every node is healthy. */
export const setUpByCalls = async (site: Site, admin: Actor): Promise<void> => {
  const { plan } = site;
  const ids: string[] = [];
  for (const [index, form] of plan.nodes.entries()) {
    const node = await admin.nodes.update(form);
    ids[index] = node._id;
    const { code } = await admin.nodes.enrolCode({ id: node._id });
    await site.join(index, code);
  }
  const entry = await admin.nodes.entryUpdate(plan.entry);
  for (const { node, viaEntry, form } of plan.lines) {
    const way = viaEntry ? ({ bridge: 'report', entryID: entry._id } as const) : {};
    await admin.nodes.lineUpdate({ ...form, ...way, agentID: ids[node] ?? '' });
  }
  await admin.coupons.update(plan.coupon);
  await untilHealthy(admin);
};

/** Waits until the panel sees every node as healthy. */
export const untilHealthy = (admin: Actor): Promise<unknown> =>
  until('every node to be healthy', async () => (await admin.nodes.list({})).every(({ status }) => status), {
    everyMs: 500,
  });

/** Starts a client with the subscription behind a link, fetched as that client fetches it. */
export const loadClient = async (site: Site, program: keyof typeof USER_AGENTS, link: string): Promise<Client> =>
  startWith(site, program, await fetchDocument(link, USER_AGENTS[program]));

/** The subscription behind a link, as it answers a client of this name. Throws when it answers with a refusal. */
export const fetchDocument = async (link: string, userAgent: string): Promise<string> => {
  const answer = await fetch(link, { headers: { 'user-agent': userAgent } });
  if (!answer.ok) throw new Error(`the subscription answered ${answer.status}`);
  return answer.text();
};

/** Starts a client with a document; `env` stands beside the variables that it has anyway. */
export const startWith = (
  site: Site,
  program: ClientProgram,
  document: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Client> =>
  startClient({
    env,
    program,
    host: site.net.addHost(),
    document,
    group: MAIN_GROUP,
    probeUrl: `${site.origin.url}/generate_204`,
  });

/** How the clients name themselves when they fetch a document. */
export const USER_AGENTS = {
  'sing-box': 'SFA/1.14.1 (sing-box 1.14.1)',
  mihomo: 'FlClash/v0.8.59 mihomo/1.19.20',
} as const;
