import { expect, test } from 'vitest';
import type { Reading } from './engines/engine.ts';
import { watchLosses, type CommittedRead, type KernelCheckpoint } from './losses.ts';

/** A machine: a kernel that counts, an engine that counts, and the disk of an agent that comes and goes. */
const machine = () => {
  const disk: { checkpoint: KernelCheckpoint | undefined; committed: CommittedRead; unattributed: number } = {
    checkpoint: undefined,
    committed: { instance: '', countedBytes: 0 },
    unattributed: 0,
  };
  let [wire, counter, instance, running, now, deaf] = [0, 0, 'one', true, 0, false];
  const begin = (name: string): void => void ([running, instance, counter] = [true, name, 0]);
  const status = () => ({ running, version: '', uptimeSeconds: 0, restarts: 0, lastError: '' });
  const agent = () => {
    const watch = watchLosses(
      { status, portBytes: async () => (deaf ? undefined : wire) },
      { load: () => disk.checkpoint, save: (made) => (disk.checkpoint = made), lastCommitted: () => disk.committed },
    );
    const count = async () => {
      if (!running) return undefined;
      const old = disk.committed.instance === instance ? disk.committed.countedBytes : 0;
      watch.noteCommitted(counter - old);
      if (counter > old) disk.committed = { instance, countedBytes: counter };
      const reading: Reading = {
        instance,
        counters: [{ name: 'n', line: 1, user: 1, direction: 'up', value: counter }],
      };
      return { reading, written: true };
    };
    return {
      tick: async () => {
        now += 1000;
        await watch.around(now, count);
        watch.write((bytes) => {
          disk.unattributed += bytes;
          disk.checkpoint = undefined;
        });
      },
      start: async (name: string) => {
        await watch.beforeStart();
        begin(name);
        watch.afterStart(name);
      },
    };
  };
  return {
    disk,
    agent,
    pass: (bytes: number) => {
      wire += bytes;
      counter += bytes;
    },
    die: () => (running = false),
    begin,
    /** The kernel does not answer, or does again. */
    answers: (does: boolean) => (deaf = !does),
  };
};

/** A machine whose agent has started an engine, which passed 11 bytes that nobody has read yet. */
const withStartedEngine = async () => {
  const made = machine();
  made.die();
  const one = made.agent();
  await one.tick();
  await one.start('first');
  made.pass(11);
  return { ...made, one };
};

/** A machine whose agent has read twice, 140 bytes in all. */
const withReadings = async () => {
  const made = machine();
  const one = made.agent();
  made.pass(100);
  await one.tick();
  made.pass(40);
  await one.tick();
  return { ...made, one };
};

test('what an engine had counted since its last reading is shown when it dies under its agent, once', async () => {
  const { disk, agent, pass, die, begin, one } = await withReadings();
  pass(7);
  die();
  await one.tick();
  begin('two');
  await one.tick();
  pass(5);
  await one.tick();
  expect(disk.unattributed).toBe(7);
  // The one who comes next finds nothing more to show.
  await agent().tick();
  expect(disk.unattributed).toBe(7);
});

test('an engine that died while its agent was away is shown by the agent that comes next', async () => {
  const { disk, agent, pass, die, begin } = await withReadings();
  pass(9);
  die();
  begin('two');
  pass(3);
  const next = agent();
  await next.tick();
  expect([disk.unattributed, disk.committed]).toEqual([9, { instance: 'two', countedBytes: 3 }]);
  await next.tick();
  await agent().tick();
  expect(disk.unattributed).toBe(9);
});

test('an engine that lives on while agents come and go has lost nothing', async () => {
  const { disk, agent, pass } = machine();
  for (let times = 0; times < 4; times++) {
    const one = agent();
    pass(10);
    await one.tick();
    pass(5);
    await one.tick();
    pass(1);
  }
  expect(disk.unattributed).toBe(0);
});

test('two engines that die one after the other, the second before it was ever read, are both shown', async () => {
  const { disk, agent, pass, die, begin } = machine();
  await agent().tick();
  pass(20);
  die();
  begin('two');
  await agent().tick();
  expect(disk.unattributed).toBe(20);
  pass(6);
  begin('three');
  const last = agent();
  await last.tick();
  await last.tick();
  expect(disk.unattributed).toBe(20 + 6);
});

test('an engine that dies before it was ever read is shown, whoever started it', async () => {
  const { disk, pass, die, one } = await withStartedEngine();
  die();
  await one.tick();
  expect(disk.unattributed).toBe(11);
  await one.start('second');
  await one.tick();
  pass(5);
  await one.tick();
  die();
  await one.tick();
  await one.start('third');
  pass(7);
  die();
  await one.tick();
  expect(disk.unattributed).toBe(11 + 7);
});

test('an engine that is started and dies together with its agent is shown by the next one', async () => {
  const { disk, agent, pass, die } = await withStartedEngine();
  die();
  const next = agent();
  await next.tick();
  await next.start('second');
  pass(3);
  await next.tick();
  await next.tick();
  expect([disk.unattributed, disk.committed]).toEqual([11, { instance: 'second', countedBytes: 3 }]);
});

test('an engine that was started by an agent and is taken over by the next one has lost nothing', async () => {
  const { disk, agent } = await withStartedEngine();
  const next = agent();
  await next.tick();
  await next.tick();
  expect([disk.unattributed, disk.committed]).toEqual([0, { instance: 'first', countedBytes: 11 }]);
});

test('a kernel that does not answer for a while hides nothing', async () => {
  const { disk, agent, pass, die, answers } = machine();
  const one = agent();
  pass(100);
  await one.tick();
  answers(false);
  for (let tick = 0; tick < 8; tick++) {
    pass(10);
    await one.tick();
  }
  pass(6);
  die();
  await one.tick();
  answers(true);
  await one.start('two');
  await one.tick();
  expect(disk.unattributed).toBe(6);
});
