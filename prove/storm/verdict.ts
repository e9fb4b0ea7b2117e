import type { LineProtocol } from '@skyport/contract/fleet';
import { differences, sumOfTotals, type UsageTotals, type Use } from '../../testkit/usage-totals.ts';
import type { EngineDeath } from './engines.ts';
import type { Measured } from './traffic.ts';

/** All that is known when the storm is over. */
export interface Evidence {
  /** What the panel has booked. */
  readonly booked: UsageTotals;
  /** What the engines that run at the end have counted. */
  readonly living: UsageTotals;
  readonly deaths: readonly EngineDeath[];
  /** What the clients saw, by `user.line`. */
  readonly measured: ReadonlyMap<string, Measured>;
  /** What the far end gave away and took in, by `user.line`. */
  readonly farEnd: {
    readonly sent: Readonly<Record<string, number>>;
    readonly received: Readonly<Record<string, number>>;
  };
  /** Bytes of nobody that each agent shows. */
  readonly unattributed: readonly number[];
  /** Protocol of each line and the place of its agent. */
  readonly lines: ReadonlyMap<number, { readonly protocol: LineProtocol; readonly agent: number }>;
}

/**
 * What a line may count above the bodies that went through it. Engines count inside of the protocol, so all that comes
 * on top are heads of HTTP, 100 to 400 bytes a connection, and small measurements that clients make of their own.
 * Hysteria2 is the same, since QUIC ends before the counter.
 */
export const OVERHEAD_PPM: Readonly<Record<LineProtocol, number>> = {
  vmesh_tcp: 1000,
  vmesh_ws: 1000,
  ss: 1000,
  compat: 1000,
  reality: 1000,
  h2: 1000,
};
const HEADS_A_CONNECTION = 1024;
const OWN_MEASUREMENTS = 64 * 1024;
/** What an engine may count between the prover's question and its death, for one user on one line. */
const UNSEEN_BYTES = 128 * 1024;
/** The kernel also counts what wraps the bytes, and answers to clients that connect after the death. */
const WRAPPED_PPM = 150_000;
const WRAPPED_A_DEATH = 512 * 1024;

/** What is wrong, one sentence each; empty when every byte is where it belongs. */
export const verdictOf = (evidence: Evidence): string[] => [
  ...differences(countedOf(evidence), evidence.booked),
  ...evidence.deaths.flatMap(oneTickAtMost),
  ...clientProblems(evidence),
  ...hiddenLosses(evidence),
];

/** What the engines counted and their agents learned: of those that live all, of the dead what was read last. */
export const countedOf = ({ living, deaths }: Pick<Evidence, 'living' | 'deaths'>): UsageTotals =>
  sumOfTotals([living, ...deaths.map(({ reported }) => reported)]);

const NOTHING: Use = { up: 0, down: 0 };
const useOf = (totals: UsageTotals, key: string): Use => totals.get(key) ?? NOTHING;

/** An engine's death takes at most what it counted since the last tick; nobody is billed for more than it counted. */
const oneTickAtMost = ({ agent, ticked, reported, counted }: EngineDeath): string[] =>
  [...new Set([...ticked.keys(), ...reported.keys(), ...counted.keys()])].flatMap((key) => {
    const [old, known, last] = [useOf(ticked, key), useOf(reported, key), useOf(counted, key)];
    const fits = old.up <= known.up && old.down <= known.down && known.up <= last.up && known.down <= last.down;
    if (fits) return [];
    return [
      `user.line ${key}: of an engine of agent ${agent + 1} ${known.up} up and ${known.down} down were read, which is not ` +
        `between the ${old.up} and ${old.down} of some ticks before and the ${last.up} and ${last.down} at its death`,
    ];
  });

/** Bytes that died with engines, by `user.line`. */
export const unreportedOf = (deaths: readonly EngineDeath[]): UsageTotals => {
  const [counted, reported] = [
    sumOfTotals(deaths.map((one) => one.counted)),
    sumOfTotals(deaths.map((one) => one.reported)),
  ];
  return new Map(
    [...counted].map(([key, { up, down }]) => {
      const known = useOf(reported, key);
      return [key, { up: up - known.up, down: down - known.down }];
    }),
  );
};

/** What came through is billed, but for what died with an engine; what is billed went through, but for the heads. */
const clientProblems = ({ booked, deaths, measured, farEnd, lines }: Evidence): string[] => {
  const unreported = unreportedOf(deaths);
  const keys = new Set([...measured.keys(), ...booked.keys()]);
  return [...keys].flatMap((key) => {
    const { received = 0, given = 0, connections = 0 } = measured.get(key) ?? {};
    const [bill, lost] = [useOf(booked, key), useOf(unreported, key)];
    const line = lines.get(Number(key.split('.')[1]));
    // Also of an engine that had counted nothing for them yet: they may have begun in the moment before its death.
    const slack = deaths.filter(({ agent }) => agent === line?.agent).length * UNSEEN_BYTES;
    const protocol = line?.protocol ?? 'ss';
    const most = (bodies: number): number =>
      bodies + (bodies * OVERHEAD_PPM[protocol]) / 1e6 + connections * HEADS_A_CONNECTION + OWN_MEASUREMENTS;
    const ways = [
      { way: 'down', billed: bill.down, lost: lost.down, least: received, bodies: farEnd.sent[key] ?? 0 },
      { way: 'up', billed: bill.up, lost: lost.up, least: farEnd.received[key] ?? 0, bodies: given },
    ];
    return ways.flatMap(({ way, billed, lost: died, least, bodies }) => [
      ...(billed + died + slack < least
        ? [`user.line ${key}: ${least} bytes came through ${way}, billed are ${billed}, ${died} died with engines`]
        : []),
      ...(billed > most(bodies) ? [`user.line ${key}: ${billed} bytes ${way} are billed for bodies of ${bodies}`] : []),
    ]);
  });
};

/**
 * What dies with an engine is shown as nobody's bytes by an agent that was there, but for what the kernel had counted
 * before the engine did.
 */
const hiddenLosses = ({ deaths, unattributed }: Evidence): string[] =>
  unattributed.flatMap((shown, agent) => {
    const own = deaths.filter((death) => death.agent === agent);
    const seen = own.filter((death) => death.watched);
    const watched = bytesOf(unreportedOf(seen));
    const waited = seen.reduce((sum, death) => sum + death.waited, 0);
    const all = bytesOf(unreportedOf(own));
    if (shown + waited < watched) {
      return [
        `agent ${agent + 1} shows ${shown} bytes of nobody, ${watched} died with its engines, ${waited} waited in the kernel`,
      ];
    }
    const most = all + (all * WRAPPED_PPM) / 1e6 + own.length * WRAPPED_A_DEATH;
    return shown > most ? [`agent ${agent + 1} shows ${shown} bytes of nobody, only ${all} died with its engines`] : [];
  });

/** All bytes of a totals. */
export const bytesOf = (totals: UsageTotals): number =>
  [...totals.values()].reduce((sum, { up, down }) => sum + up + down, 0);
