import type { Peer } from './netfilter-table.ts';

/**
 * The clients' ends (address and port) of connections by the engine's name of the user, taken from its access log. With
 * them, one user's connections can be ended behind an address that many share: a relay, a content
 * network or a household.
 */
export type Flows = {
  /** Takes a line of the engine's access log; other lines are ignored. Destinations are not kept. */
  note(line: string): void;
  /** Ends that a user was last seen at, the newest last. */
  of(name: string): Peer[];
  forget(name: string): void;
  /** Names with more ends than a user is likely to have at once; most of those are closed. */
  crowded(): string[];
  /** Keeps only the ends of a user for which `alive` says so, in the engine's own spelling of them. */
  prune(name: string, alive: (peer: Peer) => boolean): void;
  /** Ends known in all. */
  size(): number;
};

/** Above this many ends of one user, closed ones are looked for. */
const CROWDED_ABOVE = 256;
/** At most this many ends of one user are kept: the oldest go. */
const MAX_ENDS = 8192;

const ACCEPTED = / from (?:tcp:|udp:)?(\S+):(\d{1,5}) accepted \S+(?: \[[^\]]*\])? email: (\S+)$/;

/** Empty at first. */
export const createFlows = (): Flows => {
  const ends = new Map<string, Set<string>>();
  const userOfEnd = new Map<string, string>();
  const drop = (name: string, end: string): void => {
    ends.get(name)?.delete(end);
    if (ends.get(name)?.size === 0) ends.delete(name);
    if (userOfEnd.get(keyOf(name, end)) === name) userOfEnd.delete(keyOf(name, end));
  };
  return {
    note: (line) => {
      const [, ip = '', port = '', name = ''] = ACCEPTED.exec(line) ?? [];
      if (name === '') return;
      const end = `${ip.replace(/^\[|\]$/g, '')} ${port}`;
      // A client port that another user uses again belongs to the new one.
      const before = userOfEnd.get(keyOf(name, end));
      if (before !== undefined && before !== name) drop(before, end);
      userOfEnd.set(keyOf(name, end), name);
      const own = ends.get(name) ?? new Set();
      ends.set(name, own);
      own.delete(end);
      own.add(end);
      if (own.size > MAX_ENDS) for (const oldest of [...own].slice(0, own.size - MAX_ENDS)) drop(name, oldest);
    },
    of: (name) => [...(ends.get(name) ?? [])].map(peerOf),
    forget: (name) => {
      for (const end of ends.get(name) ?? []) drop(name, end);
    },
    crowded: () => [...ends].filter(([, own]) => own.size > CROWDED_ABOVE).map(([name]) => name),
    prune: (name, alive) => {
      for (const end of ends.get(name) ?? []) if (!alive(peerOf(end))) drop(name, end);
    },
    size: () => userOfEnd.size,
  };
};

/** The same end may be in use at two lines, which have ports of their own. */
const keyOf = (name: string, end: string): string => `${name.slice(name.lastIndexOf('.') + 1)} ${end}`;

const peerOf = (end: string): Peer => {
  const space = end.lastIndexOf(' ');
  return { ip: end.slice(0, space), port: Number(end.slice(space + 1)) };
};
