import type { AgentState } from '@skyport/contract/fleet';
import { AgentFault, type AgentClient } from './agent-client.ts';

/**
 * Brings an agent's filter of panel addresses in line with the node's form. Gives why that is not so, in a sentence for
 * the operator; empty when it is.
 */
export const bringFilter = async (
  client: Pick<AgentClient, 'filter'>,
  wanted: readonly string[],
  { filter }: Pick<AgentState, 'filter'>,
): Promise<string> => {
  if (!filter) return wanted.length === 0 ? '' : '节点程序版本过旧，面板地址限制未生效：请执行升级';
  if (JSON.stringify(filter.networks) === JSON.stringify(wanted)) return said(filter.problem);
  try {
    return said((await client.filter(wanted)).problem);
  } catch (fault) {
    if (!(fault instanceof AgentFault)) throw fault;
    return said(fault.message);
  }
};

const said = (problem: string): string => (problem === '' ? '' : `面板地址限制未生效：${problem.slice(0, 200)}`);
