import type { AgentState } from '@skyport/contract/fleet';
import type { Deps } from '../../platform/deps.ts';
import { createAgentClient } from './agent-client.ts';
import { AgentFault } from './agent-fault.ts';
import { loadPki } from '../certificates/pki.ts';
import { stateRenewing } from '../certificates/renewal.ts';
import { findAgent } from './agent-store.ts';

/** What an agent says of itself right now, or why it does not: `unknown` when none has joined. */
export type AgentAnswer =
  | { readonly kind: 'state'; readonly state: AgentState }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unreachable' | 'refused' | 'broken'; readonly reason: string };

/** Asks a node's enrolled agent once, on a connection of its own; a certificate that is over is renewed for it. */
export const askAgent = async (
  deps: Pick<Deps, 'db' | 'secrets' | 'clock' | 'random' | 'env' | 'log'>,
  node: { readonly id: string; readonly address: string; readonly ctrlPort: number },
): Promise<AgentAnswer> => {
  const agent = await findAgent(deps.db, node.id);
  if (!agent) return { kind: 'unknown' };
  const allowPrivate = deps.env.ALLOW_PRIVATE_NETWORKS;
  const place = { host: node.address, port: node.ctrlPort, key: agent.key_sha256, allowPrivate };
  const pki = await loadPki(deps);
  const client = createAgentClient(place, pki);
  try {
    return { kind: 'state', state: await stateRenewing({ nodeId: node.id, client, pki, deps }) };
  } catch (fault) {
    if (fault instanceof AgentFault) return { kind: fault.kind, reason: fault.message };
    throw fault;
  } finally {
    client.close();
  }
};
