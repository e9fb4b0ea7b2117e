import type { SshNode } from '../nodes/index.ts';
import type { Deps } from '../platform/deps.ts';
import type { Kit } from '../platform/node-kit.ts';
import type { RunRecord } from './record.ts';
import type { InstallRow } from './store.ts';

/** One run: what is done to one node, from the first connection to its end. */
export interface Run {
  readonly deps: Deps;
  readonly node: SshNode;
  readonly row: InstallRow;
  /** The folder that the server is asked for; nothing that it says changes it. */
  readonly prefix: string;
  readonly kit: Kit;
  readonly record: RunRecord;
  readonly signal: AbortSignal;
}

/** A run that cannot go on; the message is a sentence for the operator. */
export class RunEnd extends Error {
  override readonly name = 'RunEnd';
  readonly state: 'failed' | 'waiting-host-key';
  constructor(message: string, state: 'failed' | 'waiting-host-key' = 'failed') {
    super(message);
    this.state = state;
  }
}

/** Ends a run with a sentence. */
export const giveUp = (message: string): never => {
  throw new RunEnd(message);
};
