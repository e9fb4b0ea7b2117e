import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { build, preview } from 'vite';
import { chromiumArgs, chromiumPath } from './prepare.ts';
import { root } from './run.ts';
import { type Scene, scenes } from './screens/scenes.ts';
import { SCHEMES, SIZES, type Size, stage } from './screens/stage.ts';

/*
 * `npm run screens [-- PART-OF-A-NAME]`: a picture of every built screen, on a phone and on a desk, light and dark, with
 * made-up answers. Fails when a page throws, scrolls sideways, or does not do what a scene asks of it.
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

const main = async (): Promise<number> => {
  const executablePath = chromiumPath();
  if (!executablePath) {
    console.error('没有找到 Chromium：请安装 chromium 软件包');
    return 1;
  }
  mkdirSync(FOLDER, { recursive: true });
  const wanted = process.argv.slice(2);
  const chosen = scenes.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
  // A build of its own: the panel's may be replaced while the pictures are taken.
  const outDir = mkdtempSync(join(tmpdir(), 'skyport-screens-'));
  const site = {
    root: join(root, 'packages/web'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  } as const;
  await build(site);
  const web = await preview({ ...site, preview: { port: 0 } });
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] });
  const base = (web.resolvedUrls?.local[0] ?? '').replace(/\/$/, '');
  const problems: string[] = [];
  for (const scene of chosen) problems.push(...(await take(browser, base, scene)));
  await browser.close();
  await web.close();
  rmSync(outDir, { recursive: true, force: true });
  for (const problem of problems) console.error(problem);
  console.log(`${chosen.length * 4} pictures in ${FOLDER}, ${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
};

process.exitCode = await main();
