import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { root } from '../tools/run.ts';

/** A calendar that a panel and its visitors share, and that a test turns. */
export interface Calendar {
  /** Variables for the panel's processes. */
  readonly env: Readonly<Record<string, string>>;
  /** What time it is there. */
  now(): Date;
  /** Lets time pass: for the panel at once, for a page with its next load. */
  pass(ms: number, page: Page): Promise<void>;
}

/** Longer than programs take to look at the file again. */
const SEEN_MS = 200;

/** A calendar that begins today; `folder` keeps the file that programs read it from. */
export const startCalendar = (folder: string): Calendar => {
  const file = join(folder, 'clock');
  let moved = 0;
  const write = (): void => {
    writeFileSync(`${file}.new`, String(moved));
    renameSync(`${file}.new`, file);
  };
  write();
  const preload = pathToFileURL(join(root, 'testkit/moved-clock.ts')).href;
  return {
    env: { NODE_OPTIONS: `--import=${preload}`, CLOCK_FILE: file },
    now: () => new Date(Date.now() + moved),
    pass: async (ms, page) => {
      moved += ms;
      write();
      await page.context().addInitScript(MOVE_PAGE, ms);
      await sleep(SEEN_MS);
      await page.reload();
    },
  };
};

/** Runs in the page before its own scripts; several of them add up. */
const MOVE_PAGE = (ms: number): void => {
  globalThis.Date = new Proxy(Date, {
    construct: (real, given, newTarget) =>
      Reflect.construct(real, given.length === 0 ? [real.now() + ms] : given, newTarget) as object,
    get: (real, key) => (key === 'now' ? () => real.now() + ms : (Reflect.get(real, key) as unknown)),
  });
};
