import type { LineProtocol } from '@skyport/contract/fleet';
import { MIB } from '@skyport/contract/units';
import { differences, type UsageTotals } from '../../testkit/usage-totals.ts';
import type { EngineDeath } from './engines.ts';
import { bytesOf, countedOf, unreportedOf, type Evidence } from './verdict.ts';

/** What the storm was like, for people, a line each. */
export const figuresOf = (evidence: Evidence): string[] => {
  const { booked, deaths, measured, unattributed } = evidence;
  const all = [...measured.values()];
  const sum = (of: (one: (typeof all)[number]) => number): number => all.reduce((total, one) => total + of(one), 0);
  const off = differences(countedOf(evidence), booked).length;
  return [
    `${booked.size} pairs of user and line, ${bytesOf(booked)} bytes billed, ${off} differences to the engines' counters`,
    `clients: ${sum((one) => one.received)} bytes came, ${sum((one) => one.given)} went, in ` +
      `${sum((one) => one.connections)} connections, ${sum((one) => one.broken)} of them broken`,
    ...[...new Set([...evidence.lines.values()].map(({ protocol }) => protocol))]
      .toSorted()
      .map((protocol) => protocolLine(evidence, protocol)),
    `${deaths.length} engines died with ${bytesOf(unreportedOf(deaths))} bytes that they had not reported; agents show ` +
      `${unattributed.join(', ')} bytes of nobody; each ${deaths.map(deathText).join(', ')}`,
  ];
};

const mib = (bytes: number): string => `${(bytes / MIB).toFixed(2)} MiB`;

/** `w`: the agent was there and had asked the kernel; what waited there is how far its figure may be too small. */
const deathText = (death: EngineDeath): string =>
  `${mib(bytesOf(unreportedOf([death])))}${death.watched ? ` w, ${mib(death.waited)} waited` : ''}`;

/**
 * How a protocol's lines compare with the bodies that were seen whole at both ends: all that engines counted, billed or
 * died with one, over what surely came through, and what is billed over all that may have.
 */
const protocolLine = ({ booked, deaths, measured, farEnd, lines }: Evidence, protocol: LineProtocol): string => {
  const unreported = unreportedOf(deaths);
  const keys = [...booked.keys()].filter((key) => lines.get(Number(key.split('.')[1]))?.protocol === protocol);
  const sum = (of: (key: string) => number): number => keys.reduce((total, key) => total + of(key), 0);
  const bytes = (totals: UsageTotals) => (key: string) => (totals.get(key)?.up ?? 0) + (totals.get(key)?.down ?? 0);
  const [billed, died] = [sum(bytes(booked)), sum(bytes(unreported))];
  const seen = sum((key) => (measured.get(key)?.received ?? 0) + (farEnd.received[key] ?? 0));
  const handed = sum((key) => (farEnd.sent[key] ?? 0) + (measured.get(key)?.given ?? 0));
  const connections = sum((key) => measured.get(key)?.connections ?? 0);
  return (
    `${protocol}: ${billed} bytes billed and ${died} died with engines; ${seen} were seen at both ends (${percent(billed + died, seen)}), ` +
    `${handed} were handed over (${percent(billed, handed)}), in ${connections} connections`
  );
};

const percent = (a: number, b: number): string => `${((a / Math.max(1, b) - 1) * 100).toFixed(2)} %`;
