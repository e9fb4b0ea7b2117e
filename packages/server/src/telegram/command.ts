import type { Db } from '@skyport/db';
import type { ChatMessage } from '../chat/index.ts';
import type { Deps } from '../platform/deps.ts';
import type { Command, Person } from './rules.ts';
import type { BindableRow } from './store.ts';

/** A command that somebody sent, and the transaction in which it is answered. */
export interface CommandRequest {
  readonly trx: Db;
  readonly deps: Deps;
  readonly person: Person;
  readonly command: Command;
}

/** What the bot answers; undefined for nothing. */
export type Reply = string | Pick<ChatMessage, 'text' | 'liveSeconds'> | undefined;
/** Answers whoever is bound. */
export type Answer = (request: CommandRequest, account: BindableRow) => Promise<Reply>;
