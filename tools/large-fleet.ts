import { inTransaction } from '@skyport/db';
import { storeAgent } from '@skyport/server/fleet/enrolment/enrolment-store';
import type { Deps } from '@skyport/server/platform/deps';
import { readEnv } from '@skyport/server/platform/env';
import { wire } from '@skyport/server/wiring';
import { actsOf } from './demo-acts.ts';
import type { LeanAgent } from '../testkit/lean-agent.ts';
import type { Panel } from '../testkit/panel.ts';

/** Does work on the database of a panel, with the program's own parts. */
export const withDepsOf = async <T>(panel: Panel, secretKey: string, work: (deps: Deps) => Promise<T>): Promise<T> => {
  const env = readEnv({ ...panel.environment, LOG_LEVEL: 'silent' });
  const { databaseUrl } = panel;
  const wired = await wire({ env, databaseUrl, secretKey, consoleDir: undefined, checkAnswers: false });
  try {
    return await work(wired.deps);
  } finally {
    await wired.close();
  }
};

/** A node of a large shop; without an agent nobody answers for it. */
interface PlannedNode {
  readonly lines: number;
  readonly agent?: LeanAgent;
}

/** Adds nodes with lines for every user to a shop whose panel does not run. */
export const makeNodes = async (deps: Deps, nodes: readonly PlannedNode[]): Promise<void> => {
  const act = actsOf(deps, { id: deps.ids.next(), num: 0, email: 'fleet' }, 'admin');
  const country = { name: '', flag: '' };
  for (const [n, { lines, agent }] of nodes.entries()) {
    const place = { name: `n${n}`, country, ip: '127.0.0.1', ctrl_port: agent?.port ?? 9, port: 10_000 };
    const { _id: nodeId } = await act('nodes', 'update', { ...place, type: 'v2ray', serverType: 'ubuntu_x86' });
    for (let line = 0; line < lines; line += 1)
      await act('nodes', 'lineUpdate', { name: `l${n}-${line}`, agentID: nodeId, protocol: 'vmesh_tcp' });
    if (!agent) continue;
    const { certificate, epoch } = agent;
    await inTransaction(deps.db, (trx) => storeAgent(trx, { nodeId, certificate, epoch, at: deps.clock.now() }));
  }
};
