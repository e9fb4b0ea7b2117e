import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { build } from 'vite';
import { runCommand, type Stops, unknownName } from './command.ts';
import { prepareFor } from './needs.ts';
import { chromiumArgs, chromiumPath } from './prepare.ts';
import { root } from './run.ts';
import { type Scene, scenes } from './screens/scenes.ts';
import { serveConsole } from './screens/serve.ts';
import { SCHEMES, SIZES, type Size, stage } from './screens/stage.ts';

/*
 * `npm run screens [-- PART-OF-A-NAME]`: a picture of every built screen, on a phone, a small and a large desk, light
 * and dark, with made-up answers. Fails when a page throws, scrolls sideways, or does not do what a scene asks of it.
 */

const FOLDER = join(root, 'var/screens');
/** A long page on a busy machine takes longer than what a person does. */
const PICTURE_MS = 30_000;

const take = async (browser: Browser, base: string, scene: Scene): Promise<readonly string[]> => {
  const all: string[] = [];
  for (const size of Object.keys(SIZES) as Size[]) {
    for (const scheme of SCHEMES) {
      const name = `${scene.name}.${size}.${scheme}`;
      const { page, problems, close } = await stage(browser, base, { scene, size, scheme });
      await page.screenshot({
        path: join(FOLDER, `${name}.png`),
        fullPage: scene.act === undefined,
        timeout: PICTURE_MS,
      });
      const sideways = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      if (Number(sideways) > 0) problems.push(`scrolls sideways by ${String(sideways)} px`);
      all.push(...problems.map((problem) => `${name}: ${problem}`));
      await close();
    }
  }
  return all;
};

/**
 * Builds the console into a folder of its own, since the panel's may be replaced meanwhile; gives where it is served.
 */
const buildAndServe = async (stops: Stops): Promise<string> => {
  const outDir = mkdtempSync(join(tmpdir(), 'skyport-screens-'));
  stops.add(() => rmSync(outDir, { recursive: true, force: true }));
  await build({ root: join(root, 'packages/web'), logLevel: 'error', build: { outDir, emptyOutDir: true } });
  const site = await serveConsole(outDir);
  stops.add(site.close);
  return site.base;
};

const USAGE = `Usage: npm run screens [-- PART-OF-A-NAME …]    names: ${scenes.map(({ name }) => name).join(', ')}\n`;

const main = async (wanted: readonly string[], stops: Stops): Promise<number> => {
  const unknown = wanted.find((part) => !scenes.some(({ name }) => name.includes(part)));
  if (unknown !== undefined) return unknownName(USAGE, unknown);
  await prepareFor({ packages: ['chromium', 'fonts'] });
  const chosen = scenes.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
  mkdirSync(FOLDER, { recursive: true });
  const base = await buildAndServe(stops);
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: [...chromiumArgs] });
  stops.add(() => browser.close());
  const problems: string[] = [];
  for (const scene of chosen) problems.push(...(await take(browser, base, scene)));
  for (const problem of problems) console.error(problem);
  const pictures = chosen.length * Object.keys(SIZES).length * SCHEMES.length;
  console.log(`${pictures} pictures in ${FOLDER}, ${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
};

await runCommand((stops) => main(process.argv.slice(2), stops));
