import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteJournal, type UsageJournal } from '@skyport/agent/journal';
import { openStore } from '@skyport/agent/store';
import { openUsage, pulledText } from '@skyport/agent/usage';
import { afterAll, expect, test } from 'vitest';
import { newDisk } from './disk.ts';
import { diceOf, type Dice } from './random.ts';

const EPOCH = '00000000-0000-4000-8000-000000000001';
const SEED = 7;
const ROUNDS = 40;
const STEPS = 40;
const DAY_MS = 86_400_000;

const folder = mkdtempSync(join(tmpdir(), 'journal-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Everything that an agent with this journal answered. */
const answersOf = (journal: UsageJournal, dice: Dice): unknown[] => {
  const values = new Map<string, number>();
  let epochs = 1;
  const newEpoch = (): string => `00000000-0000-4000-8000-00000000000${(epochs += 1) % 10}`;
  const open = () => openUsage(journal, { openedAt: 1, newEpoch });
  let [usage, now, engine, ack] = [open(), Date.parse('2026-03-01T04:00:00Z'), 1, 0];
  const said: unknown[] = [];
  const tick = (): void => {
    const name = `u${dice.below(2)}.l${1 + dice.below(2)}.${dice.pick(['up', 'down'])}`;
    values.set(name, (values.get(name) ?? 0) + dice.below(1000));
    const counters = [...values].map(([key, value]) => ({
      name: key,
      user: Number(key[1]),
      line: Number(key[4]),
      direction: key.endsWith('up') ? ('up' as const) : ('down' as const),
      value,
    }));
    said.push(usage.tick({ instance: `e${engine}`, counters }, now, 'Asia/Shanghai'));
  };
  const pull = (): void => {
    const { epoch } = usage.totals();
    const asked = dice.oneIn(15) ? ack + 3 : ack;
    const text = pulledText(usage, { epoch, ack_seq: asked, max_bytes: 1024 }, { applied_gen: 0, clock: now });
    const pulled = JSON.parse(text) as { epoch: string; batches: { seq: number }[] };
    said.push(text);
    if (pulled.epoch !== epoch) ack = 0;
    else if (!dice.oneIn(3)) ack = pulled.batches.at(-1)?.seq ?? ack;
  };
  for (let step = 0; step < STEPS; step += 1) {
    now += dice.oneIn(10) ? dice.below(3 * DAY_MS) : dice.below(60_000);
    if (dice.oneIn(12)) [usage, engine] = [open(), dice.oneIn(2) ? engine + 1 : engine];
    if (dice.oneIn(20)) values.clear();
    if (dice.oneIn(3)) pull();
    else tick();
    said.push(usage.totals());
  }
  return said;
};

test("the journal of the simulator does what the agent's does, whatever is asked of it", () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const store = openStore(join(folder, String(round)), () => EPOCH);
    store.db.exec('pragma synchronous = off');
    const memory = newDisk(EPOCH, () => undefined, undefined);
    const real = answersOf(sqliteJournal(store), diceOf(SEED, round));
    expect(answersOf(memory.journal, diceOf(SEED, round)), `round ${round}`).toEqual(real);
    store.db.close();
  }
});

test('what throws inside a transaction leaves no trace in either journal', () => {
  const store = openStore(join(folder, 'undone'), () => EPOCH);
  for (const journal of [sqliteJournal(store), newDisk(EPOCH, () => undefined, undefined).journal]) {
    const fails = (): void =>
      journal.transaction(() => {
        journal.addOpen('2026-03-01', { from: 1, to: 2 }, [[1, 1, 5, 5]]);
        journal.addClosed(1, '{}');
        journal.setMeta('next_seq', '9');
        throw new Error('no');
      });
    expect(fails).toThrow('no');
    expect([journal.openBytes(), journal.unacked(), journal.meta('next_seq')]).toEqual([0, 0, '1']);
  }
  store.db.close();
});
