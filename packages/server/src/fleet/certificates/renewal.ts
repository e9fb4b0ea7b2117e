import { X509Certificate } from 'node:crypto';
import type { AgentState } from '@skyport/contract/fleet';
import type { Deps } from '../../platform/deps.ts';
import type { AgentClient } from '../agent/agent-client.ts';
import { AgentFault, CertificateOver } from '../agent/agent-fault.ts';
import { renewalDue } from './certificate-rules.ts';
import type { Pki } from './pki.ts';
import { findAgent, keepRenewed, type AgentRow } from '../agent/agent-store.ts';

/** An agent whose certificate may be renewed. */
export interface Renewable {
  readonly nodeId: string;
  readonly client: Pick<AgentClient, 'state' | 'renew'>;
  readonly pki: Pki;
  readonly deps: Pick<Deps, 'db' | 'clock' | 'log'>;
}

/** An agent's state. One that shows a certificate whose time is over is given another one first. */
export const stateRenewing = async (agent: Renewable): Promise<AgentState> => {
  try {
    return await agent.client.state();
  } catch (fault) {
    if (!(fault instanceof CertificateOver)) throw fault;
    const row = await findAgent(agent.deps.db, agent.nodeId);
    if (!row) throw fault;
    await renew(agent, row).catch(tooOld);
    return agent.client.state();
  }
};

/**
 * Renews an agent's certificate when less than 30 days are left of it, or when it is a long-lived one of an earlier
 * version. Agents that cannot take another one go on with theirs. A failure is logged, and tried again at the
 * next health check.
 */
export const renewWhenDue = async (agent: Renewable, { features }: AgentState): Promise<void> => {
  const { deps, nodeId } = agent;
  if (!features.includes('certificate')) return;
  const row = await findAgent(deps.db, nodeId);
  if (!row || !renewalDue(new X509Certificate(row.certificate), deps.clock.now())) return;
  try {
    await renew(agent, row);
  } catch (fault) {
    if (!(fault instanceof AgentFault)) throw fault;
    deps.log.warn({ node: nodeId, reason: fault.message }, 'the certificate of a node could not be renewed');
  }
};

/** An agent of an older version answers nothing it does not know: only an upgrade helps it. */
const tooOld = (fault: unknown): never => {
  if (!(fault instanceof AgentFault) || fault.kind !== 'broken') throw fault;
  const message = "the agent's certificate is over, and the agent is too old to take another: upgrade the node";
  throw new AgentFault('refused', message, { cause: fault, code: 'certificateExpired' });
};

/** Kept only once the agent has it: what was stored before is for the same key, and can be renewed again. */
const renew = async ({ client, pki, deps, nodeId }: Renewable, row: AgentRow): Promise<void> => {
  const certificate = await pki.signAgain(row.certificate, nodeId);
  const { expires } = await client.renew(certificate);
  await keepRenewed(deps.db, { nodeId, key: row.key_sha256, certificate });
  deps.log.info({ node: nodeId, expires }, 'the certificate of a node was renewed');
};
