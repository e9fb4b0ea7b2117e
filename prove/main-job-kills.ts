import { setTimeout as sleep } from 'node:timers/promises';
import { MIB } from '@skyport/contract/units';
import { compareUsage, type UsageTotals } from '../testkit/usage-totals.ts';
import { setUpByCalls, startSite, untilHealthy, type Site } from '../testkit/site.ts';
import { becomeAdmin } from '../testkit/accounts.ts';
import { seeded } from '../testkit/seeded.ts';
import type { Proof, ProofOptions, Prover } from './prover.ts';
import { forgetNewestBatch, forgetReadings } from './storm/sabotage.ts';
import { startTraffic } from './storm/traffic.ts';

const KILLS = 30;
const QUICK_KILLS = 6;
const LONGEST_PAUSE_MS = 3000;
const victims = ['api', 'worker', 'agent 1', 'agent 2'] as const;

/**
 * Real panel, worker, agents, engines and clients; traffic runs through all three line types the whole time, while one
 * process after the other is killed at a moment that the seed decides, and started again.
 */
export const mainJobKills: Prover = {
  claim: 'kill -9 of panel, worker and agent during traffic: every byte the engine counted is billed exactly once',
  sabotages: {
    'double-ack': 'the panel forgets the batch it applied last, so that the agent must report it twice',
    'lost-tick': "the agent's newest reading is put back before it starts, so that it counts bytes twice",
  },
  needs: { packages: ['sockets', 'packetFilter'], engines: ['xray', 'sing-box', 'mihomo'], network: true },
  prove: async (options, say) => {
    const site = await startSite({ apart: true });
    const stops: (() => unknown)[] = [];
    try {
      return await proveOn(site, options, say, stops);
    } finally {
      for (const stop of stops) await stop();
      await site.stop();
    }
  },
};

const proveOn = async (
  site: Site,
  { quick, rounds, seed, sabotage }: ProofOptions,
  say: (line: string) => void,
  stops: (() => unknown)[],
): Promise<Proof> => {
  const { actor: admin } = await becomeAdmin(site.panel);
  await setUpByCalls(site, admin);
  const traffic = await startTraffic(site, [{ program: 'sing-box' }, { program: 'mihomo' }, { program: 'sing-box' }]);
  stops.push(traffic.stop);
  const random = seeded(seed);
  const kills = rounds ?? (quick ? QUICK_KILLS : KILLS);
  for (let kill = 1; kill <= kills; kill += 1) {
    await sleep(random() * LONGEST_PAUSE_MS);
    const victim = victims[Math.floor(random() * victims.length)] ?? 'worker';
    await strike(site, victim, sabotage === 'lost-tick' && kill === kills);
    say(`${kill}/${kills}: ${victim} killed; ${Math.round(traffic.received() / MIB)} MB downloaded so far`);
  }
  if (sabotage === 'double-ack') await forgetNewestBatch(site);
  await traffic.stop();
  await untilHealthy(admin);
  const compared = await compareUsage(site.panel);
  const { counted } = compared;
  const problems = [...compared.problems, ...silentLines(site, counted)];
  const raw = [...counted.values()].reduce((sum, { up, down }) => sum + up + down, 0);
  say(`${counted.size} pairs of user and line, ${raw} bytes counted by the engines, ${problems.length} differences`);
  return { runs: kills, failures: problems };
};

const strike = async (site: Site, victim: (typeof victims)[number], rollBack: boolean): Promise<void> => {
  if (rollBack) return forgetReadings(site);
  if (victim === 'api' || victim === 'worker') return site.panel.crash(victim);
  const agent = site.agents[victim === 'agent 1' ? 0 : 1];
  await agent?.process.kill();
  await agent?.restart();
};

/** A proof without traffic proves nothing: every line must have carried some. */
const silentLines = (site: Site, counted: UsageTotals): string[] => {
  const used = new Set([...counted].filter(([, use]) => use.down > MIB).map(([key]) => key.split('.')[1]));
  return used.size === site.plan.lines.length ? [] : [`only ${used.size} of the lines carried traffic`];
};
