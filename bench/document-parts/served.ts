import { runLoad, type LoadRequest } from '../load.ts';
import { median } from '../measure.ts';
import { processSeconds } from '../process-time.ts';
import { inTurn, type Rig, type Subscriber } from '../rig.ts';

const GZIP = { 'accept-encoding': 'gzip' };
/** Kind whose document stands for most; and the longest one. */
const MAIN_KIND = 'flclash';
const LONG_KIND = 'xray';
/** Requests of the one user who asks again and again, and the networks they come from. */
const WARM = { requests: 10_000, networks: 40 } as const;

type Loads = Readonly<Record<string, readonly LoadRequest[]>>;

const loadsOf = ({ subscribers }: Rig): Loads => {
  const one = subscribers[0]!;
  const cold = (pathOf: (user: Subscriber) => string, headers: Readonly<Record<string, string>>) =>
    inTurn(subscribers, (user, from) => ({ path: pathOf(user), headers: { 'x-forwarded-for': from, ...headers } }));
  const linkOf = (kind: string) => (user: Subscriber) => `/api/subscript/${kind}/${user.id}/${user.userkey}?f=${kind}`;
  /** What some apps glue onto a link, which only the router can read. */
  const gluedOf = ({ id, userkey }: Subscriber): string => `/api/subscript/${MAIN_KIND}/${id}/${userkey}&flag=clash`;
  return {
    cold: cold(linkOf(MAIN_KIND), GZIP),
    plain: cold(linkOf(MAIN_KIND), {}),
    longCold: cold(linkOf(LONG_KIND), GZIP),
    longPlain: cold(linkOf(LONG_KIND), {}),
    routed: cold(gluedOf, GZIP),
    warm: Array.from({ length: WARM.requests }, (_, index) => ({
      path: linkOf(MAIN_KIND)(one),
      headers: { 'x-forwarded-for': `11.1.${index % WARM.networks}.${1 + (index % 254)}`, ...GZIP },
    })),
  };
};

/** Processor µs that the panel spends on an answer of each sort: medians over rounds in which all take turns. */
export const servedUs = async (
  rig: Rig,
  { rounds, seconds, say }: { readonly rounds: number; readonly seconds: number; readonly say: (line: string) => void },
): Promise<Readonly<Record<string, number>>> => {
  const loads = Object.entries(loadsOf(rig));
  const taken = new Map(loads.map(([name]) => [name, [] as number[]]));
  // Round 0 does not count: compilers and caches have settled after it.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, requests] of loads) {
      const before = processSeconds(rig.pid);
      const { rps } = await runLoad({ url: rig.panel.url, requests, seconds, expect: 200 });
      const us = ((processSeconds(rig.pid) - before) * 1e6) / (rps * seconds);
      if (round > 0) taken.get(name)?.push(us);
      say(`round ${round}/${rounds} ${name}: ${us.toFixed(1)} µs`);
    }
  }
  return Object.fromEntries([...taken].map(([name, values]) => [name, median(values)]));
};
