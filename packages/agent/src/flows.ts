import type { Peer } from './netfilter.ts';

/**
 * Who speaks from where: the clients' ends of connections by the engine's name of the user. It is what makes it possible
 * to end one user's connections behind an address that many share: a relay, a content network or a household.
 */
export type Flows = {
  /** Takes a line of the engine's access log; other lines are passed over. Where the user went is not kept. */
  note(line: string): void;
  /** Ends that a user was last seen at, the newest last. */
  of(email: string): Peer[];
  forget(email: string): void;
  /** Names with more ends than they are likely to use at once; most of those have gone. */
  crowded(): string[];
  /** Keeps only the ends of a user for which `alive` says so, in the engine's own spelling of them. */
  sift(email: string, alive: (peer: Peer) => boolean): void;
  /** Ends known in all. */
  size(): number;
};

/** Above this many ends of one user the dead ones are looked for. */
const CROWD = 256;
/** Never more than this many of one user: the oldest go. */
const MOST = 8192;

const ACCEPTED = / from (?:tcp:|udp:)?(\S+):(\d{1,5}) accepted \S+(?: \[[^\]]*\])? email: (\S+)$/;

/** Knows nobody yet. */
export const createFlows = (): Flows => {
  const ends = new Map<string, Set<string>>();
  const owners = new Map<string, string>();
  const drop = (email: string, end: string): void => {
    ends.get(email)?.delete(end);
    if (ends.get(email)?.size === 0) ends.delete(email);
    if (owners.get(keyOf(email, end)) === email) owners.delete(keyOf(email, end));
  };
  return {
    note: (line) => {
      const [, ip = '', port = '', email = ''] = ACCEPTED.exec(line) ?? [];
      if (email === '') return;
      const end = `${ip.replace(/^\[|\]$/g, '')} ${port}`;
      // The port of one who went away may come back as another's: then it is no longer the first one's.
      const before = owners.get(keyOf(email, end));
      if (before !== undefined && before !== email) drop(before, end);
      owners.set(keyOf(email, end), email);
      const own = ends.get(email) ?? new Set();
      ends.set(email, own);
      own.delete(end);
      own.add(end);
      if (own.size > MOST) for (const oldest of [...own].slice(0, own.size - MOST)) drop(email, oldest);
    },
    of: (email) => [...(ends.get(email) ?? [])].map(peerOf),
    forget: (email) => {
      for (const end of ends.get(email) ?? []) drop(email, end);
    },
    crowded: () => [...ends].filter(([, own]) => own.size > CROWD).map(([email]) => email),
    sift: (email, alive) => {
      for (const end of ends.get(email) ?? []) if (!alive(peerOf(end))) drop(email, end);
    },
    size: () => owners.size,
  };
};

/** The same end may be in use at two lines, which have ports of their own. */
const keyOf = (email: string, end: string): string => `${email.slice(email.lastIndexOf('.') + 1)} ${end}`;

const peerOf = (end: string): Peer => {
  const space = end.lastIndexOf(' ');
  return { ip: end.slice(0, space), port: Number(end.slice(space + 1)) };
};
