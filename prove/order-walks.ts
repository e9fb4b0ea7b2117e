import 'reflect-metadata';
import { sql } from 'kysely';
import { startTestPanel } from '../testkit/test-panel.ts';
import { visitsOf } from './order-walks/coverage.ts';
import { holdProvider } from './order-walks/provider.ts';
import { walk } from './order-walks/walk.ts';
import type { Prover } from './prover.ts';

const WALKS = 2000;
const QUICK_WALKS = 40;
const STEPS = 80;
/** Walks that share a database. */
const AT_ONCE = 250;

/** The product in this process, on a database of its own, beside a model of plain objects that holds no SQL. */
export const orderWalks: Prover = {
  claim:
    'random walks through orders, coupons, money, traffic, providers and staff leave the product as a plain model says',
  sabotages: {},
  prove: async ({ quick, rounds, seed }, say) => {
    const wanted = rounds ?? (quick ? QUICK_WALKS : WALKS);
    const failures: string[] = [];
    let taken = 0;
    for (let done = 0; done < wanted && failures.length === 0; done += AT_ONCE) {
      const walks = Math.min(AT_ONCE, wanted - done);
      const { steps, problems } = await walkAnew({ walks, seed: seed + done });
      taken += steps;
      failures.push(...problems);
      say(`${done + walks}/${wanted} walks, ${taken} steps`);
    }
    return { runs: wanted, failures };
  },
};

/** Some walks on a database of their own. */
const walkAnew = async (asked: { walks: number; seed: number }): Promise<{ steps: number; problems: string[] }> => {
  const panel = await startTestPanel({ TEST_PAYMENTS: '1' });
  try {
    const { app } = panel;
    const { steps, failure } = await walk({ ...asked, app, provider: holdProvider(app), steps: STEPS });
    const { rows } = await sql<{ problem: string; detail: string }>`select * from ledger_health`.execute(app.deps.db);
    const health = rows.map(({ problem, detail }) => `${problem}: ${detail}`);
    if (failure !== undefined) return { steps, problems: [failure, ...health] };
    const visits = Object.entries(await visitsOf(app));
    const missed = visits.flatMap(([what, times]) => (times > 0 ? [] : [`no walk came by ${what}`]));
    return { steps, problems: [...missed, ...health] };
  } finally {
    await panel.stop();
  }
};
