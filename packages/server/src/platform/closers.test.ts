import { expect, test, vi } from 'vitest';
import { closeAll } from './closers.ts';

test('parts end in the opposite order; one that fails and one that never ends keep nothing else from it', async () => {
  const ended: string[] = [];
  const log = { error: vi.fn<(...said: unknown[]) => void>() };
  const closers = [
    () => void ended.push('database'),
    () => new Promise<never>(() => undefined),
    () => Promise.reject(new Error('no')),
    async () => void ended.push('gate'),
  ];
  await closeAll(closers, log, 20);
  expect(ended).toEqual(['gate', 'database']);
  expect(log.error.mock.calls).toEqual([
    [{ reason: 'no' }, 'a part did not stop'],
    [{ partMs: 20 }, 'a part did not stop in time'],
  ]);
  expect(closers).toEqual([]);
});
