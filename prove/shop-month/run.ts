import 'reflect-metadata';
import { seeded } from '../../testkit/seeded.ts';
import { auditMonth } from './audit.ts';
import { endMonth, liveDay } from './days.ts';
import { openMonth } from './month.ts';

/* A month in a process of its own, so that a weakness can be planted into the product that it loads. */

const [seed, days, customers, acts] = process.argv.slice(2).map(Number) as [number, number, number, number];
const say = (word: string, said: unknown): void => void process.stdout.write(`${word} ${JSON.stringify(said)}\n`);

/** Days after the last one until everything is told and closed. */
const TAIL_DAYS = 4;
/** Everybody has signed up by then. */
const newcomersOf = (day: number): number => {
  const share = Math.ceil(days / 2);
  return day >= share ? 0 : Math.floor(((day + 1) * customers) / share) - Math.floor((day * customers) / share);
};

const month = await openMonth(seeded(seed));
try {
  for (let day = 0; day < days; day += 1) {
    await liveDay(month, { newcomers: newcomersOf(day), acts });
    say('day', { day: day + 1, people: month.journal.people.length, done: Object.fromEntries(month.journal.done) });
  }
  await endMonth(month);
  say('result', await auditMonth(month, days + TAIL_DAYS));
} catch (fault) {
  say('result', [fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)]);
} finally {
  await month.stop();
}
