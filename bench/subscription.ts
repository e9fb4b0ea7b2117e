import { builtKinds } from '@skyport/documents';
import { startBaseline } from './baseline.ts';
import { runLoad, type LoadRequest } from './load.ts';
import { inRounds, neat, roundsOf, type Bench } from './measure.ts';
import { spread, startRig, type BenchUser, type Rig } from './rig.ts';

/** Kind whose document is compared with the naive way, which writes the same sort of text. */
const MAIN_KIND = 'flclash';
const REQUESTS = 19_200;
const P99_SHARE = 0.7;

/** Subscription documents: cold (another user each time), warm (one user, as clients that poll), and unchanged. */
export const subscription: Bench = async (options) => {
  const rig = await startRig();
  try {
    const sample = await fetch(rig.panel.url + pathOf(rig, MAIN_KIND));
    const body = await sample.text();
    const baseline = await startBaseline(rig.panel.databaseUrl, body);
    try {
      return await measure(rig, baseline.url, sample.headers.get('etag'), options);
    } finally {
      await baseline.stop();
    }
  } finally {
    await rig.stop();
  }
};

const first = ({ users }: Rig): BenchUser => {
  const [user] = users;
  if (!user) throw new Error('the rig has no users');
  return user;
};

const linkOf = (kind: string, { id, userkey }: BenchUser): string => `/api/subscript/${kind}/${id}/${userkey}`;
const pathOf = (rig: Rig, kind: string): string => linkOf(kind, first(rig));

const measure = async (
  rig: Rig,
  base: string,
  etag: string | null,
  options: Parameters<Bench>[0],
): Promise<Awaited<ReturnType<Bench>>> => {
  const { rounds, seconds } = roundsOf(options);
  const { url } = rig.panel;
  const rps = async (at: string, requests: readonly LoadRequest[], expect = 200): Promise<number> =>
    (await runLoad({ url: at, requests, seconds, expect })).rps;
  const cold = (kind: string): LoadRequest[] =>
    spread(REQUESTS, rig.users, (user, from) => ({ path: linkOf(kind, user), headers: { 'x-forwarded-for': from } }));
  const warm = (headers: Record<string, string>): LoadRequest[] =>
    spread(REQUESTS, [first(rig)], (user, from) => ({
      path: linkOf(MAIN_KIND, user),
      headers: { 'x-forwarded-for': from, ...headers },
    }));
  const byUser = (path: string): LoadRequest[] => spread(REQUESTS, rig.users, ({ id }) => ({ path: `${path}/${id}` }));
  const kindRuns = Object.fromEntries(builtKinds.map((kind) => [`cold ${kind}`, () => rps(url, cold(kind))]));
  let highest = 0;
  const found = await inRounds(
    rounds,
    {
      constant: () => rps(base, [{ path: '/constant' }]),
      select: () => rps(base, byUser('/select')),
      naive: () => rps(base, byUser('/naive')),
      ...kindRuns,
      cold: async () => (highest = await rps(url, cold(MAIN_KIND))),
      p99: async () =>
        (await runLoad({ url, requests: cold(MAIN_KIND), seconds, expect: 200, rate: Math.floor(highest * P99_SHARE) }))
          .p99Ms,
      warm: () => rps(url, warm({ 'accept-encoding': 'gzip' })),
      warmIdentity: () => rps(url, warm({})),
      ...(etag !== null && { notModified: () => rps(url, warm({ 'if-none-match': etag }), 304) }),
    } as Record<string, () => Promise<number>>,
    options.say,
  );
  return resultOf((name) => found[name] ?? 0);
};

const resultOf = (of: (name: string) => number): Awaited<ReturnType<Bench>> => {
  const kinds = Object.fromEntries(
    builtKinds.map((kind) => {
      const coldRps = of(`cold ${kind}`);
      return [kind, { coldRps: neat(coldRps), cold: neat(coldRps / of('select')) }];
    }),
  );
  const notModified = of('notModified');
  return {
    ratios: {
      // The budget is for every kind, so the slowest one counts.
      cold: Math.min(...Object.values(kinds).map((kind) => kind.cold)),
      warm: neat(of('warm') / of('constant')),
      warmIdentity: neat(of('warmIdentity') / of('constant')),
      notModified: notModified === 0 ? null : neat(notModified / of('constant')),
      coldVsNaive: neat(of('cold') / of('naive')),
    },
    figures: {
      coldRps: neat(of('cold')),
      warmRps: neat(of('warm')),
      baselineSelectRps: neat(of('select')),
      baselineConstantRps: neat(of('constant')),
      p99Ms: neat(of('p99')),
      kinds,
    },
  };
};
