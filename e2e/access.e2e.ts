import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consolePages } from '../tools/console-pages.ts';
import { type Scene, scenes } from '../tools/screens/scenes.ts';
import { serveConsole, type ServedConsole } from '../tools/screens/serve.ts';
import { stage, type Staged } from '../tools/screens/stage.ts';
import { openBrowser } from '../testkit/browser.ts';

/*
 * Whoever cannot see the console well, or at all, can use it: axe-core finds no serious violation on any route, light
 * and dark, nor in any window, menu or form that opens there. The answers are made up; the console is the built one.
 */

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core says of one rule. */
interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

let served: ServedConsole;
let browser: Browser;
beforeAll(async () => {
  served = await serveConsole();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
});

/** Rules that the scheme of a page matters to. */
const COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** Serious violations of what is in front: the window or menu that is open, else the page. Nothing is fetched anew. */
const seriousIn = async (page: Page, rules: object = {}): Promise<readonly string[]> => {
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, ...rules });
  const found = await page.evaluate<readonly Violation[]>(
    `axe.run(document.querySelector('[role$="dialog"], [role="menu"]') ?? document, ${options})
      .then(({ violations }) => violations)`,
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
};

/** The scenes that show a route first: each is looked at in both schemes, at one visit. */
const routes = new Set(
  scenes.filter((scene, index) => scenes.findIndex(({ route }) => route === scene.route) === index),
);
/**
 * Every route, whatever a person opens, sends or is refused there, and what other answers or another browser make of
 * it. The rest is the same page with less on it.
 */
const seen = scenes.filter(
  (scene) => routes.has(scene) || scene.act !== undefined || scene.given !== undefined || scene.agent !== undefined,
);

const seriousInTheDark = async ({ page, rest }: Staged, scene: Scene): Promise<readonly string[]> => {
  await page.emulateMedia({ colorScheme: 'dark' });
  if (!scene.served) await page.waitForSelector('html[data-mantine-color-scheme="dark"]');
  await rest();
  return seriousIn(page, COLOURS);
};

// Two pages at a time, because a page mostly waits.
describe.concurrent('for whoever cannot see well', () => {
  // On a phone everything is there that a desk has, and more of it lies on top of each other.
  test.each(seen.map((scene) => [scene.name, scene] as const))('%s has no serious violation', async (_name, scene) => {
    const staged = await stage(browser, served.base, { scene, size: 'phone', scheme: 'light' });
    const { page, problems, close } = staged;
    await page.evaluate(AXE);
    const light = await seriousIn(page);
    const dark = routes.has(scene) ? await seriousInTheDark(staged, scene) : [];
    await close();
    expect({ problems, light, dark }).toEqual({ problems: [], light: [], dark: [] });
  });
});

test('every page of the console that is built is among the scenes', () => {
  const pictured = new Set(scenes.map(({ route }) => route.split('?', 1)[0]));
  expect(consolePages.filter(({ path, built }) => built && !pictured.has(path)).map(({ path }) => path)).toEqual([]);
});
