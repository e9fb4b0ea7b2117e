import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

test('two tasks run at once, one waits and the rest does not run', async () => {
  const semaphore = createSemaphore({ running: 2, waiting: 1 });
  let most = 0;
  let now = 0;
  const release: (() => void)[] = [];
  const task = async (): Promise<void> => {
    most = Math.max(most, ++now);
    await new Promise<void>((resolve) => release.push(resolve));
    now--;
  };
  const first = [semaphore.run(task), semaphore.run(task), semaphore.run(task)];
  expect(semaphore.run(task)).toBeUndefined();
  await new Promise(setImmediate);
  expect(release).toHaveLength(2);
  while (release.length > 0) {
    release.shift()!();
    await new Promise(setImmediate);
  }
  await Promise.all(first.map(async (each) => each));
  expect(most).toBe(2);
});

test('a task that fails gives its place to the next', async () => {
  const semaphore = createSemaphore({ running: 1, waiting: 5 });
  await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await semaphore.run(() => Promise.resolve('next'))).toBe('next');
});
