import { businessDay } from './clock.ts';
import { bytesIn, type Delta, deltasOf, type Use, usageRowsOf, usesOf } from './counter-deltas.ts';
import type { Reading } from './engines/engine.ts';
import type { MetaKey, UsageJournal } from './journal.ts';

/** Commits what counters have grown by, tick by tick. */
export const tickCounter = (journal: UsageJournal, openedAt: number) => {
  let mirror = journal.lastRead();
  let lastTickAt = Number(journal.meta('last_tick') ?? openedAt);
  let ticked = false;
  /**
   * Changes of the last committed reading; unset during a write, so that a failed one falls back to
   * comparing everything.
   */
  let mirrored: Reading['changes'];
  const finish = (reading: Reading, now: number, written: readonly Delta[] | undefined): void => {
    lastTickAt = now;
    ticked = true;
    mirrored = reading.changes;
    if (!written) return;
    if (mirror.instance !== reading.instance) mirror = { instance: reading.instance, values: new Map() };
    for (const { name, value } of written) mirror.values.set(name, value);
  };
  const tick = (reading: Reading, now: number, timezone: string): Use[] => {
    const deltas = deltasOf(reading, mirror, mirrored);
    mirrored = undefined;
    const from = Math.min(lastTickAt, now);
    const unattributed = !ticked && journal.meta('set_aside') === '1';
    const mustWrite = deltas.length > 0 || unattributed;
    if (mustWrite) {
      const day = businessDay(now, timezone);
      write(journal, { instance: reading.instance, unattributed, day, from, to: now, deltas });
    }
    finish(reading, now, mustWrite ? deltas : undefined);
    return usesOf(deltas);
  };
  return { tick, hasTicked: () => ticked, lastRead: () => mirror };
};

type Tick = { day: string; from: number; to: number; deltas: readonly Delta[] };

/** Commits one reading; `unattributed` when nobody may be billed for it. */
const write = (
  journal: UsageJournal,
  { instance, unattributed, ...tick }: Tick & { instance: string; unattributed: boolean },
): void =>
  journal.transaction(() => {
    journal.noteRead(
      instance,
      tick.deltas.map(({ name, value }) => [name, value]),
    );
    journal.setMeta('last_tick', String(tick.to));
    if (unattributed) addUnattributed(journal, bytesIn(tick.deltas));
    else addToOpenDay(journal, tick);
    if (unattributed) journal.setMeta('set_aside', '0');
  });

/** A value that every journal has. Throws when it is missing. */
export const metaOf = (journal: UsageJournal, name: MetaKey): string => {
  const value = journal.meta(name);
  if (value === undefined) throw new Error(`The agent's usage journal has no ${name}; it is damaged.`);
  return value;
};

/** The same as a number. */
export const numberMetaOf = (journal: UsageJournal, name: MetaKey): number => Number(metaOf(journal, name));

/** User 0 is the engine's placeholder: what it counted is shown as unattributed, never billed. */
const addToOpenDay = (journal: UsageJournal, { day, from, to, deltas }: Tick): void => {
  const rows = usageRowsOf(deltas);
  journal.addOpen(day, { from, to }, rows);
  journal.meter(rows);
  addUnattributed(journal, bytesIn(deltas.filter(({ user }) => user === 0)));
};

/** Shows bytes that cannot be billed to anybody. */
export const addUnattributed = (journal: UsageJournal, bytes: number): void => {
  if (bytes > 0) journal.setMeta('unattributed', String(numberMetaOf(journal, 'unattributed') + bytes));
};
