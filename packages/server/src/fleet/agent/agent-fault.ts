import type { NodeTroubleCode } from '@skyport/contract/node-trouble';
import { printable } from '@skyport/contract/printable';

/**
 * What went wrong with an agent: `unreachable` (nothing answered), `refused` (who answered is not the enrolled agent,
 * or does not want us), `broken` (the answer is not the protocol's).
 */
export type AgentFaultKind = 'unreachable' | 'refused' | 'broken';

/** What more is known of a fault: its cause, its code where the kind's own is too wide, a program's own message. */
interface FaultParts {
  readonly cause?: unknown;
  readonly code?: NodeTroubleCode;
  readonly detail?: string;
}

const KIND_CODES = { unreachable: 'unreachable', refused: 'refused', broken: 'malformed' } as const;

/**
 * A call to an agent failed. The message is for logs; the console shows its own text for the code, and
 * the detail below. Both may repeat what the other side said, and keep what is printable of it.
 */
export class AgentFault extends Error {
  override readonly name: string = 'AgentFault';
  readonly kind: AgentFaultKind;
  readonly code: NodeTroubleCode;
  readonly detail: string;
  constructor(kind: AgentFaultKind, message: string, { cause, code, detail }: FaultParts = {}) {
    super(printable(message), { cause });
    this.kind = kind;
    this.code = code ?? KIND_CODES[kind];
    this.detail = printable(detail ?? '');
  }
}

/**
 * The enrolled agent answered, with a certificate whose time is over: it can be renewed, and nothing else can be done.
 */
export class CertificateOver extends AgentFault {
  override readonly name = 'CertificateOver';
  constructor() {
    super('refused', "the agent's certificate is not valid at this time", { code: 'certificateExpired' });
  }
}
