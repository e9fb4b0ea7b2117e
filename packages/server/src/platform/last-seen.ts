import { SECOND_MS } from './clock.ts';
import type { Log } from './log.ts';

/** When and from which network a session was used. */
export interface SessionSeen {
  readonly tokenHash: Buffer;
  readonly at: Date;
  readonly network: string;
}

/** When an account was there, and on which page; an empty one leaves the page as it is stored. */
export interface AccountSeen {
  readonly id: string;
  readonly at: Date;
  readonly url: string;
}

/**
 * Notes who is there. Notes are gathered and stored together, so that a call that only reads costs no write of its own;
 * those of the last moment are lost when the process is killed, and the next call after a minute makes them again.
 */
export interface LastSeen {
  /** Notes the use of a session; resolves once the note is kept. */
  session(seen: SessionSeen): Promise<void>;
  /** Notes where an account is; resolves once the note is kept. */
  account(seen: AccountSeen): Promise<void>;
  /** Stores what is gathered and gathers no more. */
  close(): Promise<void>;
}

/** How long notes are gathered: short beside the minute after which a note is made again. */
export const GATHER_MS = SECOND_MS;

/** What noting needs of the world. */
interface LastSeenDeps {
  /** Stores what was gathered of sessions. */
  readonly storeSessions: (seen: readonly SessionSeen[]) => Promise<void>;
  /** Stores what was gathered of accounts. */
  readonly storeAccounts: (seen: readonly AccountSeen[]) => Promise<void>;
  readonly log: Pick<Log, 'warn'>;
  /** How long notes are gathered, in ms; 0 stores each before its call goes on. */
  readonly gatherMs: number;
}

/** Gathers notes in this process; the newest of a session, and of an account, is the one that is stored. */
export const createLastSeen = ({ storeSessions, storeAccounts, log, gatherMs }: LastSeenDeps): LastSeen => {
  const sessions = new Map<string, SessionSeen>();
  const accounts = new Map<string, AccountSeen>();
  let timer: NodeJS.Timeout | undefined;
  let storing: Promise<void> = Promise.resolve();

  const store = async (): Promise<void> => {
    const [used, there] = [[...sessions.values()], [...accounts.values()]];
    sessions.clear();
    accounts.clear();
    if (used.length > 0) await storeSessions(used);
    if (there.length > 0) await storeAccounts(there);
  };
  /** One after the other: two statements over the same rows would leave out each other's. */
  const flush = (): Promise<void> => {
    timer = undefined;
    storing = storing
      .then(store)
      .catch((fault: unknown) => log.warn({ reason: fault instanceof Error ? fault.message : '' }, 'last seen'));
    return storing;
  };
  const kept = async (): Promise<void> => {
    if (gatherMs === 0) return flush();
    timer ??= setTimeout(() => void flush(), gatherMs).unref();
  };
  return {
    session: (seen) => {
      sessions.set(seen.tokenHash.toString('hex'), seen);
      return kept();
    },
    account: (seen) => {
      accounts.set(seen.id, seen);
      return kept();
    },
    close: () => {
      clearTimeout(timer);
      return flush();
    },
  };
};
