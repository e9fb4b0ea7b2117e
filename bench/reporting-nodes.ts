import type { UsageRow } from '@skyport/contract/fleet';
import { loadPki } from '@skyport/server/fleet/certificates/pki';
import type { Deps } from '@skyport/server/platform/deps';
import { makeNodes, withDepsOf } from '../tools/large-fleet.ts';
import { startLeanAgent } from '../testkit/lean-agent.ts';
import type { Panel } from '../testkit/panel.ts';
import { until } from '../testkit/until.ts';

/** A node reports one account in so many at a time. */
const ONE_IN = 1000;
const REPORT_MS = 10_000;
const LONGEST_MS = 30 * 60_000;

/** Simulated nodes that report use for as long as they run. */
export interface ReportingNodes {
  /** Waits until every node has all users and has reported. */
  ready(): Promise<void>;
  /** Rows that the nodes have reported so far, and those of one report of each. */
  rows(): number;
  readonly rowsOfAll: number;
  stop(): Promise<void>;
}

/** Adds nodes with one line each to a shop whose worker does not run; each reports when it is asked. */
export const startReportingNodes = (panel: Panel, secretKey: string, count: number): Promise<ReportingNodes> =>
  withDepsOf(panel, secretKey, (deps) => startNodes(panel, deps, count));

const startNodes = async (panel: Panel, deps: Deps, count: number): Promise<ReportingNodes> => {
  const pki = await loadPki(deps);
  const users = (await panel.query<{ num: number }>('select num from users where num % $1 = 0', [ONE_IN])).map(
    ({ num }) => num,
  );
  /** Numbers of the lines, in the order of the nodes. */
  let lines: number[] = [];
  let rows = 0;
  const reporters = Array.from({ length: count }, (_, index) => {
    let last = 0;
    return (): UsageRow[] | undefined => {
      const line = lines[index];
      if (line === undefined || performance.now() < last + REPORT_MS) return undefined;
      last = performance.now();
      rows += users.length;
      return users.map((user) => [line, user, 10_000, 1_000_000]);
    };
  });
  const agents = await Promise.all(
    reporters.map((nextUse) => startLeanAgent(pki, deps.ids.next(), { parts: { pauseMs: 0 }, nextUse })),
  );
  await makeNodes(
    deps,
    agents.map((agent) => ({ lines: 1, agent })),
  );
  lines = (await panel.query<{ num: number }>('select num from lines order by num')).map(({ num }) => num);
  return {
    ready: async () => {
      const isReady = () => agents.every(({ held }) => held.gen > 0) && rows >= users.length * count;
      await until('every node to have its users and to report', isReady, { withinMs: LONGEST_MS });
    },
    rows: () => rows,
    rowsOfAll: users.length * count,
    stop: async () => void (await Promise.all(agents.map((agent) => agent.close()))),
  };
};
