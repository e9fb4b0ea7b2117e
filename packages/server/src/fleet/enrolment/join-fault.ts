import type { JoinProblemCode } from '@skyport/contract/join-problem';
import { LONGEST_DETAIL } from '@skyport/contract/node-trouble';
import { AgentFault } from '../agent/agent-fault.ts';

/** A try to let a node join has failed for a reason that has a code of its own. */
export class JoinFault extends Error {
  override readonly name = 'JoinFault';
  readonly code: JoinProblemCode;
  readonly detail: string;
  constructor(code: JoinProblemCode, detail = '') {
    super(`${code} ${detail}`.trim());
    this.code = code;
    this.detail = detail;
  }
}

/**
 * Codes by which whoever answered shows that it does not know the enrolment code. An agent that refuses it shows
 * nothing: it may wait with an earlier code until the command with this one has been run there.
 */
const WRONG_PROOFS: readonly JoinProblemCode[] = ['wrongProof', 'keyChanged'];

/** A failed try, as it is told: `isWrongProof` tries are counted, the others may go on until the code ends. */
export interface JoinFailure {
  readonly code: JoinProblemCode;
  readonly detail: string;
  readonly isWrongProof: boolean;
}

/** What a failed try to let a node join is told as. */
export const joinFailureOf = (fault: unknown): JoinFailure => {
  const { code, detail } = fault instanceof JoinFault ? fault : joinFaultOf(fault);
  return { code, detail: detail.slice(0, LONGEST_DETAIL), isWrongProof: WRONG_PROOFS.includes(code) };
};

const joinFaultOf = (fault: unknown): JoinFault => {
  if (fault instanceof AgentFault && fault.code === 'privateAddress')
    return new JoinFault('privateAddress', fault.detail);
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  if (code === 'ECONNREFUSED') return new JoinFault('portClosed');
  if (code === 'ETIMEDOUT') return new JoinFault('silent');
  // Codes of the system and of name resolution; all else comes from an answer that is no agent's.
  return /^E[A-Z_]+$/.test(code) && !code.startsWith('ERR_')
    ? new JoinFault('unreachable', code)
    : new JoinFault('notWaiting');
};
