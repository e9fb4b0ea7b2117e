import type { AgentState } from '@skyport/contract/fleet';
import { trouble, type NodeTrouble } from '@skyport/contract/node-trouble';
import type { AgentClient } from '../agent/agent-client.ts';
import { AgentFault } from '../agent/agent-fault.ts';

/**
 * Brings an agent's filter of panel addresses in line with the node's form. Gives why that is not so; nothing
 * when it is.
 */
export const bringFilter = async (
  client: Pick<AgentClient, 'filter'>,
  wanted: readonly string[],
  { filter }: Pick<AgentState, 'filter'>,
): Promise<NodeTrouble | undefined> => {
  if (!filter) return wanted.length === 0 ? undefined : trouble('filterOld');
  if (JSON.stringify(filter.networks) === JSON.stringify(wanted)) return said(filter.problem);
  try {
    return said((await client.filter(wanted)).problem);
  } catch (fault) {
    if (!(fault instanceof AgentFault)) throw fault;
    return said(fault.detail || fault.message);
  }
};

const said = (problem: string): NodeTrouble | undefined =>
  problem === '' ? undefined : trouble('filter', { detail: problem });
