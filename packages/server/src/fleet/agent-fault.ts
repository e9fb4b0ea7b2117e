/**
 * What went wrong with an agent: `unreachable` (nothing answered), `refused` (who answered is not the enrolled agent, or
 * does not want us), `broken` (the answer is not the protocol's).
 */
export type AgentFaultKind = 'unreachable' | 'refused' | 'broken';

/** A call to an agent failed; the message is a sentence for the operator. */
export class AgentFault extends Error {
  override readonly name: string = 'AgentFault';
  readonly kind: AgentFaultKind;
  constructor(kind: AgentFaultKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** The enrolled agent answered, with a certificate whose time is over: it can be renewed, and nothing else can be done. */
export class CertificateOver extends AgentFault {
  override readonly name = 'CertificateOver';
  constructor() {
    super('refused', "the agent's certificate is not valid at this time");
  }
}
