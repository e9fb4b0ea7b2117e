import { randomUUID } from 'node:crypto';
import { request } from 'node:https';
import { gzipSync } from 'node:zlib';
import { fleetPaths } from '@skyport/contract/fleet';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from './clock.ts';
import { CODE_LIFE_MS, enrol } from './enrol.ts';
import { MOST_WRONG } from './wrong-proofs.ts';
import { quietPort } from './testing/quiet-port.ts';
import { makePanel } from './testing/panel.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** An agent that waits for its panel; `saved` is what it keeps. */
const waiting = async (code: string, clock = systemClock) => {
  const port = await quietPort();
  const saved: unknown[] = [];
  const epoch = randomUUID();
  const input = { code, host: '127.0.0.1', port, epoch, clock, log: quiet };
  const outcome = enrol({ ...input, save: (identity) => saved.push(identity) });
  outcome.catch(() => undefined);
  return { port, saved, epoch, outcome };
};

/** Calls that follow the first listening moment: the server needs a few milliseconds. */
const untilListening = async (port: number): Promise<void> => {
  const panel = await makePanel();
  await expect
    .poll(() =>
      panel.call(port, 'GET', '/').then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(404);
};

test('an agent and a panel that know the same code find each other, and the key never travels', async () => {
  const agent = await waiting('quiet-harbour-42');
  await untilListening(agent.port);
  const panel = await makePanel();
  const finished = await panel.enrol(agent.port, 'quiet-harbour-42');
  expect(finished).toEqual({ status: 200, body: { epoch: agent.epoch } });
  const identity = await agent.outcome;
  expect(identity.ca).toBe(panel.ca);
  expect(agent.saved).toEqual([identity]);
  expect(JSON.stringify(finished)).not.toContain('PRIVATE');
});

/** What a panel's proofs with a code are answered with, one after the other. */
const statusesOf = async (proofs: number, prove: () => Promise<{ status: number }>): Promise<number[]> => {
  const statuses: number[] = [];
  while (statuses.length < proofs) statuses.push((await prove()).status);
  return statuses;
};

test('a stranger who proves wrongly holds back nobody else, and never ends the code', async () => {
  const agent = await waiting('right-code');
  await untilListening(agent.port);
  const [stranger, panel] = [await makePanel('127.0.0.2'), await makePanel()];
  const refused = await statusesOf(MOST_WRONG * 3, () => stranger.start(agent.port, 'wrong-code'));
  expect(refused).toEqual(refused.map((_, at) => (at < MOST_WRONG ? 403 : 429)));
  // Whoever guesses is not told when they have it right.
  expect((await stranger.start(agent.port, 'right-code')).status).toBe(429);
  expect((await panel.enrol(agent.port, 'right-code')).status).toBe(200);
  expect(await agent.outcome).toEqual(agent.saved[0]);
});

test('a panel that had a wrong code waits a minute, and goes on with the right one', async () => {
  let ahead = 0;
  const agent = await waiting('right-code', { now: () => Date.now() + ahead });
  await untilListening(agent.port);
  const panel = await makePanel();
  const refused = await statusesOf(MOST_WRONG + 1, () => panel.start(agent.port, 'wrong-code'));
  expect(refused).toEqual([...refused.slice(1).map(() => 403), 429]);
  ahead = 60_000;
  expect((await panel.enrol(agent.port, 'right-code')).status).toBe(200);
  await agent.outcome;
});

test('after half an hour the right proof comes too late, and the agent gives up', async () => {
  let ahead = 0;
  const agent = await waiting('right-code', { now: () => Date.now() + ahead });
  await untilListening(agent.port);
  ahead = CODE_LIFE_MS + 1;
  expect((await (await makePanel()).start(agent.port, 'right-code')).status).toBe(410);
  await expect(agent.outcome).rejects.toThrow('The code has ended after 30 minutes, although somebody had called');
  expect(agent.saved).toEqual([]);
});

test('an agent says what it waits for, and why it gives up when nobody has called', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const [port, said] = [await quietPort(), [] as [object, string][]];
  const log = { ...quiet, info: (fields: object, text: string) => void said.push([fields, text]) };
  const listening = Promise.withResolvers<void>();
  const input = { code: 'a', host: '127.0.0.1', port, epoch: randomUUID(), clock: systemClock, log };
  const outcome = enrol({ ...input, save: () => undefined, listening: listening.resolve });
  const ended = expect(outcome).rejects.toThrow(`Nobody has called TCP port ${port} within 30 minutes`);
  await listening.promise;
  expect(said).toEqual([
    [
      { port, until: expect.any(String), needs: expect.stringContaining('open in every firewall') },
      'waiting for the panel',
    ],
  ]);
  vi.advanceTimersByTime(CODE_LIFE_MS);
  await ended;
});

test('says that the code may be used when somebody connects without asking to join', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const agent = await waiting('used-code');
  const ended = expect(agent.outcome).rejects.toThrow(
    `TCP port ${agent.port} was reached within 30 minutes, but nobody has asked this server to join`,
  );
  await untilListening(agent.port);
  vi.advanceTimersByTime(CODE_LIFE_MS);
  await ended;
});

test('a certificate for another key or of another authority is refused', async () => {
  const agent = await waiting('code');
  onTestFinished(() => agent.outcome.catch(() => undefined).then(() => undefined));
  await untilListening(agent.port);
  const [panel, other] = [await makePanel(), await makePanel()];
  await panel.start(agent.port, 'code');
  const stranger = await other.issue('node');
  const refused = await panel.finish(agent.port, 'code', { certificate: stranger.cert, ca: panel.ca });
  expect(refused.status).toBe(400);
  expect(agent.saved).toEqual([]);
  await panel.enrol(agent.port, 'code');
});

test('whoever waits for its panel reads no more of anybody than an enrolment takes, and decompresses nothing', async () => {
  const agent = await waiting('code');
  await untilListening(agent.port);
  const panel = await makePanel();
  const post = (path: string, body: Buffer, headers: Record<string, string> = {}): Promise<number | undefined> =>
    new Promise((resolve) => {
      const asked = request(
        { port: agent.port, host: '127.0.0.1', method: 'POST', path, headers, ...panel.own, rejectUnauthorized: false },
        (answer) => resolve(answer.resume().statusCode),
      );
      // What is refused half-way may end the connection before the answer is read.
      asked.on('error', () => resolve(undefined));
      asked.end(body);
    });
  for (const path of [fleetPaths.enrol, fleetPaths.enrolFinish]) {
    const compressed = { 'content-encoding': 'gzip' };
    expect(await post(path, gzipSync(Buffer.from('{}')), compressed)).toBe(415);
    expect(await post(path, Buffer.from(`"${'a'.repeat(60 * 1024)}"`))).toBe(400);
    expect(await post(path, Buffer.from(`"${'a'.repeat(64 * 1024)}"`))).toBe(413);
  }
  await panel.enrol(agent.port, 'code');
  await agent.outcome;
});
