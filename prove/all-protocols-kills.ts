import { setTimeout as sleep } from 'node:timers/promises';
import type { LineProtocol } from '@skyport/contract/fleet';
import { MIB } from '@skyport/contract/units';
import { bookedProblems, differences, panelTotals, sumOfTotals } from '../testkit/usage-totals.ts';
import { startCdnEdge, type CdnEdge } from '../testkit/cdn-edge.ts';
import { setUpByCalls, startSite, untilHealthy, type Site } from '../testkit/site.ts';
import type { TestHost } from '../testkit/net.ts';
import { becomeAdmin } from '../testkit/accounts.ts';
import { everyProtocolPlan, portBehindEdge } from '../testkit/site-plan.ts';
import { until } from '../testkit/until.ts';
import { seeded } from '../testkit/seeded.ts';
import type { Proof, ProofOptions, Prover } from './prover.ts';
import { watchEngine, type WatchedEngine } from './storm/engines.ts';
import { addByte, forgetNewestBatch, forgetOpen, forgetReadings } from './storm/sabotage.ts';
import { figuresOf } from './storm/figures.ts';
import { startTraffic, type Rider, type Traffic } from './storm/traffic.ts';
import { victimsOf } from './storm/victims.ts';
import { countedOf, verdictOf, type Evidence } from './storm/verdict.ts';

const KILLS = 200;
const QUICK_KILLS = 8;
const LONGEST_PAUSE_MS = 2500;
/** Traffic goes on after the last kill: what was started last must carry some, too. */
const CALM_MS = 5000;
const LOG_LINES = 12;
const EDGE_NAME = 'cdn.example.com';
const AGENTS = [0, 1, 2] as const;

/**
 * The real thing: panel, database, three agents with their engines, a relay, the edge of a content network, and four
 * people with real clients who download and upload through all six protocols the whole time, while one process after
 * the other is killed at a moment that the seed decides.
 */
export const allProtocolsKills: Prover = {
  claim:
    'kill -9 of panel, worker, database, agents, engines and whole nodes during traffic on all six protocols: what the ' +
    'engines counted and their agents learned is billed to the byte, and fits what the clients measured',
  sabotages: {
    'double-ack': 'the panel forgets the batch it applied last, so that the agent must report it twice',
    'lost-tick': "an agent's newest readings are put back before it starts, so that it counts bytes twice",
    'lost-usage': 'an agent loses what it has counted and not reported yet',
    'one-byte': 'the panel books one byte more than was reported',
  },
  needs: { packages: ['sockets', 'packetFilter'], engines: ['xray', 'sing-box', 'mihomo'], network: true },
  prove: async (options, say) => {
    const stops: (() => unknown)[] = [];
    try {
      return await proveOn(await begin(stops), options, say, stops);
    } finally {
      for (const stop of stops.toReversed()) await stop();
    }
  },
};

interface Scene {
  readonly site: Site;
  readonly edge: CdnEdge;
}

/** Sets everything up; what must be stopped in the end is added to `stops`. */
const begin = async (stops: (() => unknown)[]): Promise<Scene> => {
  let edgeHost: TestHost | undefined;
  const site = await startSite({ apart: true }, (place, net) => {
    edgeHost = net.addHost();
    return everyProtocolPlan(place, { ip: edgeHost.ip, name: EDGE_NAME });
  });
  stops.push(() => site.stop());
  if (!edgeHost) throw new Error('the plan was not made');
  const { node, ports } = site.net;
  const edge = await startCdnEdge(edgeHost, { name: EDGE_NAME, node, port: portBehindEdge(ports) });
  stops.push(() => edge.stop());
  return { site, edge };
};

const ridersWith = (trust: string): Rider[] => {
  const env = { SSL_CERT_FILE: trust };
  return [
    { program: 'sing-box', env },
    { program: 'mihomo', env },
    { program: 'xray', env },
    { program: 'sing-box', env },
  ];
};

const proveOn = async (
  { site, edge }: Scene,
  { quick, rounds, seed, sabotage }: ProofOptions,
  say: (line: string) => void,
  stops: (() => unknown)[],
): Promise<Proof> => {
  const { actor: admin } = await becomeAdmin(site.panel);
  await setUpByCalls(site, admin);
  const engines = AGENTS.map((place) => watchEngine(agentAt(site, place), place));
  stops.push(() => Promise.all(engines.map((engine) => engine.stop())));
  const traffic = await startTraffic(site, ridersWith(edge.trust));
  stops.push(traffic.stop);
  const victims = victimsOf(site, engines, say);
  stops.push(victims.stop);
  const random = seeded(seed);
  const kills = rounds ?? (quick ? QUICK_KILLS : KILLS);
  for (let kill = 1; kill <= kills; kill += 1) {
    await sleep(random() * LONGEST_PAUSE_MS);
    const struck = await victims.killOne(random());
    say(`${kill}/${kills}: ${struck} killed; ${Math.round(traffic.received() / MIB)} MB downloaded so far`);
  }
  await victims.idle();
  await sleep(CALM_MS);
  await victims.stop();
  // A short storm may be over before everybody has been on every line.
  const everywhere = (): boolean => silentPairs(site, traffic).length === 0;
  await until('everybody to be served on every line', everywhere, { withinMs: 60_000 }).catch(() => undefined);
  await spoil(site, sabotage, engines);
  await traffic.stop();
  await untilHealthy(admin);
  const evidence = await gather(site, engines, traffic);
  if (sabotage === 'one-byte') await addByte(site);
  const booked = await panelTotals(site.panel);
  for (const line of figuresOf({ ...evidence, booked })) say(line);
  const failures = [
    ...verdictOf({ ...evidence, booked }),
    ...(await bookedProblems(site.panel, booked)),
    ...silentPairs(site, traffic),
  ];
  if (failures.length > 0) for (const line of newestWarnings(site)) say(line);
  return { runs: kills, failures };
};

/** The newest warnings and errors of the panel: the first thing to read when something is wrong. */
const newestWarnings = ({ panel }: Site): string[] =>
  [...panel.processes].flatMap(([role, { lines }]) =>
    lines
      .filter((line) => !line.includes('"level":30'))
      .slice(-LOG_LINES)
      .map((line) => `${role} said: ${line}`),
  );

const agentAt = ({ agents }: Site, place: number) => {
  const agent = agents[place];
  if (!agent) throw new Error(`there is no agent ${place}`);
  return agent;
};

const spoil = async (site: Site, sabotage: string | undefined, engines: readonly WatchedEngine[]): Promise<void> => {
  if (sabotage === 'double-ack') await forgetNewestBatch(site);
  if (sabotage === 'lost-tick') await forgetReadings(site);
  if (sabotage === 'lost-usage') await forgetOpen(site);
  engines[0]?.agentBegan();
};

/** Waits until the reports have drained and gives all that is known then, but for what the panel has billed. */
const gather = async (
  site: Site,
  engines: readonly WatchedEngine[],
  traffic: Traffic,
): Promise<Omit<Evidence, 'booked'>> => {
  const deaths = engines.flatMap((engine) => engine.deaths);
  const living = async () => sumOfTotals(await Promise.all(engines.map((engine) => engine.living())));
  const agree = async (): Promise<boolean> =>
    differences(countedOf({ deaths, living: await living() }), await panelTotals(site.panel)).length === 0;
  await until('the totals to agree', agree, { withinMs: 40_000, everyMs: 500 }).catch(() => undefined);
  // Agents were started in the order in which their nodes were made.
  const lines = await site.panel.query<{ num: number; protocol: LineProtocol; agent: number }>(
    `select l.num, l.protocol, (select count(*)::integer from nodes o where o.num < n.num) as agent
       from lines l join nodes n on n.id = l.node_id`,
  );
  return {
    living: await living(),
    deaths,
    measured: traffic.measured,
    farEnd: { sent: await site.origin.sent(), received: await site.origin.received() },
    unattributed: engines.map((engine) => engine.unattributed()),
    lines: new Map(lines.map(({ num, ...line }) => [num, line])),
  };
};

/** A proof without traffic proves nothing: every person must have got something through every line. */
const silentPairs = (site: Site, { measured }: Traffic): string[] => {
  const pairs = [...measured.values()].filter(({ received, given }) => received > 0 && given > 0).length;
  const expected = ridersWith('').length * site.plan.lines.length;
  return pairs === expected ? [] : [`only ${pairs} of ${expected} pairs of person and line carried traffic`];
};
