import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  AgentState,
  Desired,
  DesiredApplied,
  DesiredUser,
  LineSpec,
  TrafficPulled,
} from '@skyport/contract/fleet';
import { fleetPaths } from '@skyport/contract/fleet';
import { expect, onTestFinished } from 'vitest';
import { findEngines } from '../engines/process.ts';
import { quietPort } from './quiet-port.ts';
import { xrayApi } from '../engines/xray-api.ts';
import { fullSet, member } from './desired.ts';
import { makePanel, type TestPanel } from './panel.ts';
import { makeCredential, makeLines, type TestLines } from './rig.ts';
import { endEnginesOf, startAgent, type StartedAgent } from './start-agent.ts';
import type { Surroundings } from './surroundings.ts';

/** How a test's node differs from the usual one. */
export type NodeOptions = {
  /** Makes the lines; the three usual ones (VMess, Shadowsocks 2022, REALITY) when left out. */
  lines?: (realityTarget: number) => Promise<TestLines>;
  /** Files that are other ones for this node only; see startAgent. */
  mounts?: Readonly<Record<string, string>>;
  /** Is given the empty data directory before anything else happens there; what it returns is done at the end. */
  prepare?: (dataDir: string) => () => void;
};

const CODE = 'AB23-CD45-EF67-GH89-JK23';

/** A node that joined a panel; its REALITY lines borrow the test target's handshake. */
export const joinedNode = async (surroundings: Pick<Surroundings, 'xray' | 'target'>, options: NodeOptions = {}) => {
  const { lines = makeLines, mounts, prepare } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'agent-'));
  const giveBack = prepare?.(dataDir);
  const port = await quietPort();
  const panel = await makePanel();
  const start = { dataDir, port, enginePath: surroundings.xray, ...(mounts && { mounts }) };
  let agent = await startAgent({ ...start, enrolCode: CODE });
  onTestFinished(async () => {
    await agent.kill();
    await endEnginesOf(dataDir);
    giveBack?.();
    rmSync(dataDir, { recursive: true });
  });
  expect((await panel.enrol(port, CODE)).status).toBe(200);
  await expect
    .poll(() =>
      stateOf(panel, port).then(
        ({ gen }) => gen,
        () => -1,
      ),
    )
    .toBe(0);
  const again = async (): Promise<StartedAgent> => (agent = await startAgent(start));
  const made = await lines(surroundings.target.port);
  const put = (message: Desired) => panel.call<DesiredApplied>(port, 'PUT', fleetPaths.desired, message);
  return { panel, port, dataDir, made, put, again, current: () => agent };
};

/** The same with these users on all its lines from the first desired set on. */
export const servingNode = async (
  surroundings: Pick<Surroundings, 'xray' | 'target'>,
  ids: number[],
  options: NodeOptions = {},
) => {
  const node = await joinedNode(surroundings, options);
  const users = usersOn(node.made.lines, ids);
  expect((await node.put(fullSet(1, node.made.lines, users))).status).toBe(200);
  return { ...node, users };
};

/** The agent's state as the panel gets it. */
export const stateOf = async (panel: TestPanel, port: number): Promise<AgentState> =>
  (await panel.call<AgentState>(port, 'GET', fleetPaths.state)).body;

/** What a panel would bill: pulls, adds up and acknowledges; sums of bytes by `line.user`. */
export const billedBy = (panel: TestPanel, port: number) => {
  const sums = new Map<string, number>();
  let [epoch, ack]: [string | null, number] = [null, 0];
  return {
    sums,
    pull: async (): Promise<void> => {
      const ask = { epoch, ack_seq: ack, max_bytes: 1_000_000 };
      const { body } = await panel.call<TrafficPulled>(port, 'POST', fleetPaths.pull, ask);
      epoch = body.epoch;
      for (const { seq, rows } of body.batches) {
        expect(seq).toBe(ack + 1);
        ack = seq;
        for (const [line, user, up, down] of rows) {
          sums.set(`${user}.${line}`, (sums.get(`${user}.${line}`) ?? 0) + up + down);
        }
      }
    },
  };
};

/** What the engine itself has counted, asked behind the agent's back. */
export const engineCounts = async (dataDir: string, storeId: string): Promise<Map<string, number>> => {
  const [engine] = findEngines(storeId);
  if (!engine) throw new Error(`no engine runs for ${dataDir}`);
  const api = xrayApi(engine.apiPort);
  const counts = new Map<string, number>();
  for (const { user, line, value } of await api.counters()) {
    counts.set(`${user}.${line}`, (counts.get(`${user}.${line}`) ?? 0) + value);
  }
  api.close();
  return counts;
};

/** Every one of these users on every one of these lines. */
export const usersOn = (lines: readonly LineSpec[], users: readonly number[]): DesiredUser[] =>
  users.flatMap((user) => lines.map((spec) => member(user, spec.line, makeCredential(spec))));
