import { X509Certificate } from 'node:crypto';
import { inTransaction } from '@skyport/db';
import type { AlarmKind } from '@skyport/contract/node-health';
import { bytes } from '@skyport/contract/units';
import { listFleetNodes, type FleetNode } from '../../nodes/index.ts';
import { nodeForm } from '../../nodes/testing.ts';
import type { Deps } from '../../platform/deps.ts';
import { usersChanged } from '../../platform/fleet-changes.ts';
import type { TestApp, TestSession } from '../../testing-app.ts';
import { grantTraffic } from '../../traffic/index.ts';
import { createAgentClient, type AgentClient } from '../agent/agent-client.ts';
import { createController, type Controller } from '../desired/controller.ts';
import { createLink, type NodeLink } from '../desired/link.ts';
import { keyDigest } from '../certificates/key-digest.ts';
import { loadPki, type Pki } from '../certificates/pki.ts';
import { pullNode, type PullReport } from '../pull/pull.ts';
import { createReportLimit, type ReportLimit } from '../pull/report-limit.ts';
import { storeAgent } from '../enrolment/enrolment-store.ts';
import { startFakeAgent, type FakeAgent } from './fake-agent.ts';

/** A product with nodes whose agents are scripted. */
export interface Scene {
  readonly app: TestApp;
  readonly pki: Pki;
  /** Makes a node with lines of these protocols, and its enrolled agent. */
  node(protocols: readonly string[], change?: object): Promise<SceneNode>;
  /** Makes a customer with this many bytes of permanent traffic. */
  customer(traffic: number): Promise<TestSession>;
  /** A controller that has read everything. */
  controller(): Promise<Controller>;
  link(node: SceneNode, controller: Controller): NodeLink;
  fleetNode(node: SceneNode): Promise<FleetNode>;
  /**
   * Takes and bills what the node's agent holds, or another that answers in its place, with these
   * dependencies or those.
   */
  pull(
    node: SceneNode,
    controller: Controller,
    change?: { readonly client?: Pick<AgentClient, 'pull'>; readonly deps?: Deps; readonly reports?: ReportLimit },
  ): Promise<PullReport>;
  /** Bytes that were taken from a customer's permanent traffic. */
  spent(num: number): Promise<number>;
  /** Kinds of the alarms that are open. */
  alarms(): Promise<AlarmKind[]>;
  grant(num: number, traffic: number): Promise<void>;
  save(path: string, payload: object): Promise<{ readonly _id: string }>;
  close(): Promise<void>;
}

/** One node of a scene. */
export interface SceneNode {
  readonly id: string;
  readonly agent: FakeAgent;
  readonly client: AgentClient;
  readonly lines: readonly number[];
  readonly lineIds: readonly string[];
}

/** A scene of a product that runs already, with private addresses allowed; it ends the product with itself. */
export const sceneOf = async (app: TestApp): Promise<Scene> => {
  const { deps } = app;
  const pki = await loadPki(deps);
  const admin = await app.account({ type: 'admin', steppedUp: true });
  const closing: (() => Promise<void> | void)[] = [];

  const save: Scene['save'] = async (path, payload) => {
    app.clock.advance(2000);
    const answer = await app.call(`/api/admin/${path}`, payload, admin);
    if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
    return answer.data;
  };
  const grant: Scene['grant'] = (userNum, traffic) =>
    inTransaction(deps.db, async (trx) => {
      await grantTraffic(trx, {
        userNum,
        amount: bytes(traffic),
        recordType: 'coupon',
        key: `grant:${deps.ids.next()}`,
        ref: 'test',
        actor: 'test',
        at: app.clock.now(),
        day: '2026-11-21',
        description: '',
      });
      await usersChanged(trx, deps, [userNum]);
    });
  const node: Scene['node'] = async (protocols, change = {}) => {
    const agent = await startFakeAgent(pki, deps.ids.next(), () => app.clock.now());
    const { _id: id } = await save(
      'agents/update',
      nodeForm({ name: '节点', ip: '127.0.0.1', ctrl_port: agent.port, port: 10_000, ...change }),
    );
    const lineIds: string[] = [];
    for (const protocol of protocols)
      lineIds.push((await save('agent_line/update', { name: protocol, agentID: id, protocol }))._id);
    const { certificate, epoch, port } = agent;
    await inTransaction(deps.db, (trx) => storeAgent(trx, { nodeId: id, certificate, epoch, at: app.clock.now() }));
    const client = createAgentClient(
      { host: '127.0.0.1', port, key: keyDigest(new X509Certificate(certificate)), allowPrivate: true },
      pki,
    );
    closing.push(() => client.close(), agent.close);
    const fleet = (await listFleetNodes(deps.db, deps)).find((each) => each.id === id);
    return { id, agent, client, lines: fleet?.lines.map(({ num }) => num) ?? [], lineIds };
  };
  const fleetNode: Scene['fleetNode'] = async ({ id }) => {
    const found = (await listFleetNodes(deps.db, deps)).find((each) => each.id === id);
    if (!found) throw new Error('the node is gone');
    return found;
  };
  const reports = createReportLimit(() => deps.settings.current().trafficStasticDuration);
  return {
    app,
    pki,
    save,
    grant,
    node,
    fleetNode,
    pull: async (of, { quotas, served }, change = {}) =>
      pullNode({
        node: await fleetNode(of),
        client: of.client,
        deps,
        quotas,
        served: served(of.id),
        reports,
        ...change,
      }),
    spent: async (num) => {
      const of = deps.db.selectFrom('traffic_account').select('spent').where('user_num', '=', num);
      return (await of.executeTakeFirstOrThrow()).spent;
    },
    alarms: async () => {
      const open = deps.db.selectFrom('node_alarms').select('kind').where('closed_at', 'is', null);
      return (await open.execute()).map(({ kind }) => kind as AlarmKind);
    },
    customer: async (traffic) => {
      const customer = await app.account();
      if (traffic > 0) await grant(customer.num, traffic);
      return customer;
    },
    controller: async () => {
      const controller = createController(deps);
      await controller.start();
      return controller;
    },
    link: ({ id, client }, controller) => {
      const link = createLink(id, client, { controller, pki, deps, failed: (fault) => Promise.reject(fault) });
      closing.push(link.close);
      return link;
    },
    close: async () => {
      for (const end of closing) await end();
      await app.close();
    },
  };
};
