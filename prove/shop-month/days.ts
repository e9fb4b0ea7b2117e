import { watchClaims } from '@skyport/server/orders/claim-jobs';
import { expireOrders } from '@skyport/server/orders/jobs';
import { watchQueries } from '@skyport/server/orders/queries';
import { runJob } from '@skyport/server/platform/jobs';
import { pushJobs } from '@skyport/server/push/jobs';
import { statisticsJobs } from '@skyport/server/statistics/jobs';
import { trafficJobs } from '@skyport/server/traffic/jobs';
import { buy, checkIn, takeBack, withdraw } from './buying.ts';
import { agency, ask, draw, makeAgency, push, receive, redeem, returned } from './giving.ts';
import type { Person } from './journal.ts';
import type { Month } from './month.ts';
import { PASSWORD, signUp } from './people.ts';

/** What somebody may do, how often beside the rest, and who may. */
interface Act {
  readonly name: string;
  readonly weight: number;
  /** Whether customers of agencies do it too. */
  readonly forAll: boolean;
  run(month: Month, person: Person): Promise<boolean>;
}

const acts: readonly Act[] = [
  { name: 'buy', weight: 8, forAll: false, run: buy },
  { name: 'check in', weight: 8, forAll: true, run: checkIn },
  { name: 'redeem', weight: 3, forAll: true, run: redeem },
  { name: 'draw', weight: 4, forAll: false, run: draw },
  { name: 'push', weight: 3, forAll: false, run: push },
  { name: 'receive', weight: 4, forAll: false, run: receive },
  { name: 'ask', weight: 1, forAll: false, run: ask },
  { name: 'agency', weight: 2, forAll: false, run: agency },
  { name: 'take back', weight: 0.5, forAll: false, run: takeBack },
  { name: 'withdraw', weight: 4, forAll: false, run: (month, person) => withdraw(month, person, PASSWORD) },
];
const WEIGHTS = acts.reduce((sum, { weight }) => sum + weight, 0);

const HOUR_MS = 3_600_000;
/** Until every order has ended and the last day is closed: longer than an order and its patience together. */
const TAIL_HOURS = 54;
const AGENCIES = 2;
/** How often the panel is begun anew after a round. */
const RESTARTED = 0.06;
/** Hours between two rounds of a day. */
const ROUND_HOURS = 3;
const ROUNDS = 24 / ROUND_HOURS;
/** Longer than what one account may do only once in a while. */
const PAUSE_MS = 12_000;

/** How often nodes cannot be reached, and for how many rounds at most. */
const [GONE, MOST_ROUNDS_GONE] = [0.15, 6];

const JOBS = [expireOrders, watchClaims, watchQueries, ...pushJobs, ...trafficJobs, ...statisticsJobs];

const actOf = (random: () => number): Act => {
  let place = random() * WEIGHTS;
  for (const act of acts) {
    place -= act.weight;
    if (place < 0) return act;
  }
  return acts[0]!;
};

/** Somebody does something. */
const actOnce = async (month: Month): Promise<void> => {
  const act = actOf(month.random);
  const { people, done } = month.journal;
  const person = month.one(people.filter(({ isAgencyUser }) => act.forAll || !isAgencyUser));
  month.panel.app().clock.advance(PAUSE_MS);
  if (!person || !(await act.run(month, person))) return;
  done.set(act.name, (done.get(act.name) ?? 0) + 1);
  await month.panel.work();
};

/** What the panel does by itself, providers tell late, and nodes report. */
const work = async (month: Month): Promise<void> => {
  const { panel, nodes, tills } = month;
  for (const { gateway } of tills) await gateway.deliver();
  for (const definition of JOBS) await runJob(definition, panel.app().deps, {});
  await panel.work();
  await nodes.sync();
  nodes.carry(month.random);
  // Nodes that cannot be reached report later, some of it of a day that is closed by then.
  const { away } = month;
  if (away.rounds > 0) away.rounds -= 1;
  else if (month.random() < GONE) away.rounds = Math.floor(month.random() * MOST_ROUNDS_GONE);
  else await nodes.pull();
};

/** The shop has agencies from its first day. */
const appoint = async (month: Month): Promise<void> => {
  const { people } = month.journal;
  if (people.filter(({ isAgency }) => isAgency).length >= AGENCIES) return;
  const person = month.one(people.filter((each) => !each.isAgency && !each.isAgencyUser));
  if (person) await makeAgency(month, person);
};

/** One day: people come and do things, the panel may be begun anew. */
export const liveDay = async (
  month: Month,
  { newcomers, acts: many }: { readonly newcomers: number; readonly acts: number },
): Promise<void> => {
  const { panel, nodes, random } = month;
  const begun = panel.app().clock.now().getTime();
  for (let n = 0; n < newcomers; n += 1) await signUp(month);
  await appoint(month);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let n = 0; n < Math.ceil(many / ROUNDS); n += 1) await actOnce(month);
    panel.app().clock.set(new Date(begun + (round + 1) * ROUND_HOURS * HOUR_MS));
    await work(month);
    if (random() < RESTARTED) {
      await panel.restart();
      await nodes.connect();
    }
  }
  await returned(month);
};

/** The month is over: providers tell everything, nodes report everything, and the last day is closed. */
export const endMonth = async (month: Month): Promise<void> => {
  const { panel, nodes } = month;
  for (let hours = 0; hours < TAIL_HOURS; hours += ROUND_HOURS) {
    for (const { gateway } of month.tills) await gateway.deliver();
    await nodes.pull();
    for (const definition of JOBS) await runJob(definition, panel.app().deps, {});
    await panel.work();
    panel.app().clock.advance(ROUND_HOURS * HOUR_MS);
  }
  await returned(month);
};
