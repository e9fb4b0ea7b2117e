import { documentKinds } from '@skyport/documents';
import { startBaseline, type Baseline } from './baseline.ts';
import { runLoad, type LoadRequest } from './load.ts';
import { inRounds, median, neat, roundsOf, type Bench, type Figures } from './measure.ts';
import { microsecondsEach } from './process-time.ts';
import { inTurn, startRig, type Rig, type Subscriber } from './rig.ts';

/** Kind whose document is compared with the naive way, which writes the same sort of text. */
const MAIN_KIND = 'flclash';
/**
 * People who are asked for in turn, each once: far more than the memories of the product hold documents for, so that
 * every answer of a cold load reads its row. `rowsPerRequest` shows that it does.
 */
const SUBSCRIBERS = 20_000;
const WARM_REQUESTS = 10_000;
/**
 * Networks that the one person of the warm loads asks from: enough addresses for the limit of each, few journal rows.
 */
const WARM_NETWORKS = 40;
const P99_SHARE = 0.7;
/** What the HTTP libraries of nearly all clients say of themselves. */
const GZIP = { 'accept-encoding': 'gzip' };
const SLICES = 5;
/** Seconds a kind is loaded in each round; there are many of them. */
const KIND_SECONDS = { quick: 1, full: 3 } as const;
/** Kinds after which the baseline is measured again: all of them share the machine's good and bad minutes. */
const KINDS_BETWEEN = 6;

/**
 * Subscription documents as clients ask for them: cold (another person each time), warm (one person, as clients that
 * poll), and unchanged.
 */
export const subscription: Bench = async (options) => {
  const rig = await startRig({ subscribers: SUBSCRIBERS });
  try {
    const sample = await fetch(rig.panel.url + linkOf(MAIN_KIND, one(rig)));
    const baseline = await startBaseline(rig.panel.databaseUrl, await sample.text());
    try {
      return await measure(rig, baseline, options);
    } finally {
      await baseline.stop();
    }
  } finally {
    await rig.stop();
  }
};

/** Who asks again and again. */
const one = ({ subscribers: [first] }: Rig): Subscriber => {
  if (!first) throw new Error('the rig has no subscribers');
  return first;
};

/** A link as the console gives it out. */
const linkOf = (kind: string, { id, userkey }: Subscriber): string =>
  `/api/subscript/${kind}/${id}/${userkey}?f=${kind}`;

/** Rows of traffic accounts that indexes have given so far: each document reads one, and hardly anything else does. */
const rowsRead = async ({ panel }: Rig): Promise<number> => {
  // Whoever is idle reports within ten seconds; a statement after a second makes the readers report at once.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await fetch(`${panel.url}/api/subscript/${MAIN_KIND}/00000000-0000-0000-0000-000000000000/${'a'.repeat(32)}`);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const [row] = await panel.query<{ n: number }>(
    `select idx_tup_fetch as n from pg_stat_user_tables where relname = 'traffic_account'`,
  );
  return Number(row?.n ?? 0);
};

const measure = async (
  rig: Rig,
  { url: base, pid: basePid }: Baseline,
  options: Parameters<Bench>[0],
): Promise<Figures> => {
  const { rounds, seconds } = roundsOf(options);
  const { url } = rig.panel;
  const kindSeconds = options.quick ? KIND_SECONDS.quick : KIND_SECONDS.full;
  const load = (at: string, requests: readonly LoadRequest[], more: Partial<Parameters<typeof runLoad>[0]> = {}) =>
    runLoad({ url: at, requests, seconds, expect: 200, ...more });
  const rps = async (...of: Parameters<typeof load>): Promise<number> => (await load(...of)).rps;
  const cold = (kind: string, headers: Record<string, string> = GZIP): LoadRequest[] =>
    inTurn(rig.subscribers, (user, from) => ({
      path: linkOf(kind, user),
      headers: { 'x-forwarded-for': from, ...headers },
    }));
  const warm = (headers: Record<string, string>): LoadRequest[] =>
    Array.from({ length: WARM_REQUESTS }, (_, index) => ({
      path: linkOf(MAIN_KIND, one(rig)),
      headers: { 'x-forwarded-for': `11.1.${index % WARM_NETWORKS}.${1 + (index % 254)}`, ...headers },
    }));
  const cpuOf = (pid: number, ...of: Parameters<typeof load>): Promise<number> =>
    microsecondsEach(pid, async () => (await rps(...of)) * seconds);
  const byUser = (path: string): LoadRequest[] => inTurn(rig.subscribers, ({ id }) => ({ path: `${path}/${id}` }));
  /**
   * 99th percentile at a share of the highest load: of several short loads the middle one, a machine's hiccup left out.
   */
  const slowest = async (...of: [string, readonly LoadRequest[]]): Promise<number> => {
    const times: number[] = [];
    while (times.length < SLICES) times.push((await load(...of, { share: P99_SHARE })).p99Ms);
    return median(times);
  };
  const fullP99 = { cold: 0, select: 0 };
  /** With as many requests under way as there are connections; notes how slow the slowest answers are. */
  const fullLoad = async (which: keyof typeof fullP99, ...of: [string, readonly LoadRequest[]]): Promise<number> => {
    const measured = await load(...of);
    fullP99[which] = measured.p99Ms;
    return measured.rps;
  };
  const kindRuns = documentKinds.flatMap((kind, index) => {
    const run = [`cold ${kind}`, () => rps(url, cold(kind), { seconds: kindSeconds })] as const;
    const again = [`select ${index}`, () => rps(base, byUser('/select'), { seconds: kindSeconds })] as const;
    return index % KINDS_BETWEEN === KINDS_BETWEEN - 1 ? [run, again] : [run];
  });
  const found = await inRounds(
    rounds,
    {
      constant: () => rps(base, [{ path: '/constant' }]),
      select: () => fullLoad('select', base, byUser('/select')),
      naive: () => rps(base, byUser('/naive')),
      sized: () => rps(base, byUser('/sized')),
      ...Object.fromEntries(kindRuns),
      cold: () => fullLoad('cold', url, cold(MAIN_KIND)),
      plain: () => rps(url, cold(MAIN_KIND, {})),
      fullColdP99: async () => fullP99.cold,
      fullSelectP99: async () => fullP99.select,
      p99: () => slowest(url, cold(MAIN_KIND)),
      baselineP99: () => slowest(base, byUser('/select')),
      cpuCold: () => cpuOf(rig.pid, url, cold(MAIN_KIND)),
      cpuSelect: () => cpuOf(basePid, base, byUser('/select')),
      cpuSized: () => cpuOf(basePid, base, byUser('/sized')),
      rows: async () => {
        const before = await rowsRead(rig);
        const measured = await load(url, cold(MAIN_KIND));
        return ((await rowsRead(rig)) - before) / (measured.rps * seconds);
      },
      warm: () => rps(url, warm(GZIP)),
      warmIdentity: () => rps(url, warm({})),
      notModified: async () => rps(url, warm({ 'if-none-match': await etagOf(rig) }), { expect: 304 }),
      constantAgain: () => rps(base, [{ path: '/constant' }]),
    } as Record<string, () => Promise<number>>,
    options.say,
  );
  return resultOf(found);
};

const etagOf = async (rig: Rig): Promise<string> => {
  const answer = await fetch(rig.panel.url + linkOf(MAIN_KIND, one(rig)), { method: 'HEAD' });
  return answer.headers.get('etag') ?? '';
};

/** The mean of all figures whose names begin so. */
const meanOf = (found: Readonly<Record<string, number>>, name: string): number => {
  const values = Object.entries(found).flatMap(([key, value]) => (key.startsWith(name) ? [value] : []));
  return values.reduce((sum, value) => sum + value, 0) / values.length;
};

const resultOf = (found: Readonly<Record<string, number>>): Figures => {
  const of = (name: string): number => found[name] ?? 0;
  const select = meanOf(found, 'select');
  const constant = meanOf(found, 'constant');
  const ratiosOfKinds = Object.fromEntries(
    documentKinds.map((kind) => {
      const coldRps = of(`cold ${kind}`);
      return [kind, { coldRps: neat(coldRps), cold: neat(coldRps / select) }];
    }),
  );
  return {
    ratios: {
      // The budget is for every kind, so the slowest one counts.
      cold: Math.min(...Object.values(ratiosOfKinds).map((kind) => kind.cold)),
      warm: neat(of('warm') / constant),
      warmIdentity: neat(of('warmIdentity') / constant),
      notModified: neat(of('notModified') / constant),
      coldVsNaive: neat(of('cold') / of('naive')),
    },
    figures: {
      coldRps: neat(of('cold')),
      // For a client that reads nothing compressed.
      coldIdentityRps: neat(of('plain')),
      warmRps: neat(of('warm')),
      baselineSelectRps: neat(select),
      baselineConstantRps: neat(constant),
      // The select with a body as long as the main document: no document of that length can come nearer
      // to the bare one.
      baselineSizedRps: neat(of('sized')),
      coldVsSized: neat(of('plain') / of('sized')),
      p99Ms: neat(of('p99')),
      baselineP99Ms: neat(of('baselineP99')),
      // As the rivals were measured: 32 requests under way at any time, and not one more however slow they are.
      fullLoadP99Ms: neat(of('fullColdP99')),
      baselineFullLoadP99Ms: neat(of('fullSelectP99')),
      rowsPerRequest: neat(of('rows')),
      cpuUs: { cold: neat(of('cpuCold')), select: neat(of('cpuSelect')), sized: neat(of('cpuSized')) },
      kinds: ratiosOfKinds,
    },
  };
};
