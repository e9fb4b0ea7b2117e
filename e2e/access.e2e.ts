import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { preview, type PreviewServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../tools/run.ts';
import { scenes } from '../tools/screens/scenes.ts';
import { stage } from '../tools/screens/stage.ts';
import { openBrowser } from './support/browser.ts';

/*
 * Whoever cannot see the console well, or at all, can use it: axe-core finds no serious violation on any route, light and
 * dark. The answers are made up; the console is the built one.
 */

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core says of one rule. */
interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

let site: PreviewServer;
let browser: Browser;
let base = '';
beforeAll(async () => {
  site = await preview({ root: join(root, 'packages/web'), logLevel: 'error', preview: { port: 0 } });
  base = (site.resolvedUrls?.local[0] ?? '').replace(/\/$/, '');
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const seriousIn = async (page: Page): Promise<readonly string[]> => {
  const found = await page.evaluate<readonly Violation[]>(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
};

/** Every route once in each scheme: two seconds a visit add up. `npm run screens` shows the other weathers and windows. */
const seen = scenes.filter((scene, index) => scenes.findIndex(({ route }) => route === scene.route) === index);

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  // On a phone everything is there that a desk has, and more of it lies on top of each other.
  test.each(seen.map((scene) => [scene.name, scene] as const))('%s has no serious violation', async (_name, scene) => {
    const { page, problems, close } = await stage(browser, base, { scene, size: 'phone', scheme });
    await page.evaluate(AXE);
    const found = [...problems, ...(await seriousIn(page))];
    await close();
    expect(found).toEqual([]);
  });
});

test('every route of the console that is built is among the scenes', async () => {
  const table = (await import(join(root, 'packages/web/src/app/routes.ts'))) as {
    routes: readonly { readonly path: string; readonly built: boolean }[];
  };
  const seen = new Set(scenes.map(({ route }) => route.split('?', 1)[0]));
  expect(table.routes.filter(({ path, built }) => built && !seen.has(path)).map(({ path }) => path)).toEqual([]);
});
