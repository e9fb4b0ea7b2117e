import {
  installMessage,
  type InstallCode,
  type InstallMessage,
  type InstallValues,
} from '@skyport/contract/install-messages';
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

/** A run that cannot go on, with why. */
export class RunEnd extends Error {
  override readonly name = 'RunEnd';
  readonly reason: InstallMessage;
  readonly state: 'failed' | 'waiting-host-key';
  constructor(reason: InstallMessage, state: 'failed' | 'waiting-host-key' = 'failed') {
    super(reason.code);
    this.reason = reason;
    this.state = state;
  }
}

/** Ends a run with a reason. */
export const giveUp = <C extends InstallCode>(code: C, ...values: InstallValues<C, string | number>): never => {
  throw new RunEnd(installMessage(code, ...values));
};
