import { expect, test } from 'vitest';
import { watchCopy } from './watched-copy.ts';

test('of two readings at the same time the newer one stays', async () => {
  let stored = { version: 1, value: 'first' };
  const held: (() => void)[] = [];
  let isHeld = false;
  const copy = await watchCopy({
    version: async () => stored.version,
    read: async () => {
      const { value } = stored;
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
      return value;
    },
    log: { warn: () => undefined },
    what: 'a value',
  });
  stored = { version: 2, value: 'second' };
  isHeld = true;
  const slow = copy.refresh();
  await expect.poll(() => held.length).toBe(1);
  isHeld = false;
  stored = { version: 3, value: 'third' };
  const quick = copy.refresh();
  held[0]!();
  await Promise.all([slow, quick]);
  expect(copy.current()).toBe('third');
  copy.stop();
});
