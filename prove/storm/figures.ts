import type { LineProtocol } from '@skyport/contract/fleet';
import { MIB } from '@skyport/contract/units';
import { differences, type Book } from '../../e2e/support/books.ts';
import { bytesOf, countedOf, untoldOf, type Evidence } from './verdict.ts';

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
    ...[...new Set(evidence.protocols.values())].toSorted().map((protocol) => protocolLine(evidence, protocol)),
    `${deaths.length} engines died with ${bytesOf(untoldOf(deaths))} bytes that they had not told; agents show ` +
      `${unattributed.join(', ')} bytes of nobody; at most ${mib(mostUntold(deaths.map((one) => untoldOf([one]))))} a death`,
  ];
};

const mib = (bytes: number): string => `${(bytes / MIB).toFixed(2)} MiB`;

const mostUntold = (books: readonly Book[]): number => Math.max(0, ...books.map(bytesOf));

/** How many bytes above the bodies a protocol's lines have counted. */
const protocolLine = ({ booked, measured, farEnd, protocols }: Evidence, protocol: LineProtocol): string => {
  let [billed, bodies, connections] = [0, 0, 0];
  for (const [key, use] of booked) {
    if (protocols.get(Number(key.split('.')[1])) !== protocol) continue;
    billed += use.up + use.down;
    bodies += (farEnd.sent[key] ?? 0) + (measured.get(key)?.given ?? 0);
    connections += measured.get(key)?.connections ?? 0;
  }
  const over = ((billed - bodies) / Math.max(1, bodies)) * 100;
  return `${protocol}: ${billed} bytes billed for bodies of ${bodies} in ${connections} connections, ${over.toFixed(3)} %`;
};
