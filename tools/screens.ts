import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codes } from '@skyport/contract/codes';
import { seal } from '@skyport/contract/envelope';
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core';
import { build, preview } from 'vite';
import { chromiumArgs, chromiumPath } from './prepare.ts';
import { root } from './run.ts';
import { type Answers, NOW, answersFor, documentFor } from './screens/answers.ts';
import { type Scene, scenes } from './screens/scenes.ts';

/*
 * `npm run screens [-- PART-OF-A-NAME]`: a picture of every built screen, on a phone and on a desk, light and dark, with
 * made-up answers. Fails when a page throws, scrolls sideways, or does not do what a scene asks of it.
 */

const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } } as const;
const SCHEMES = ['light', 'dark'] as const;
const FOLDER = join(root, 'var/screens');
const ACT_MS = 3000;
/** A long page on a busy machine takes longer than what a person does. */
const PICTURE_MS = 30_000;
/** A picture of something that moves is taken after this pause. */
const SETTLE_MS = 300;

const answerOf = (path: string, { weather, viewer }: Scene, answers: Answers): object => {
  const beside =
    /^\/api\/user\/(?!link_|sessions|second_step|telegram)/.test(path) ||
    path.startsWith('/api/host/') ||
    path.startsWith('/api/permission/');
  if (weather === 'failing' && !beside) return { ...codes.fault, data: null };
  if (answers.has(path)) return { ...codes.ok, data: answers.get(path) };
  if (viewer === 'visitor' && path !== '/api/user/login') return { ...codes.sessionExpired, data: null };
  return { ...codes.notBuilt, data: null };
};

const fakeServer = async (context: BrowserContext, scene: Scene): Promise<void> => {
  const answers = answersFor(scene.viewer, scene.weather === 'empty');
  await context.route('**/api/**', async (route) => {
    const path = new URL(route.request().url()).pathname;
    // A call that never answers: the page keeps waiting while its picture is taken.
    if (scene.weather === 'loading' && path !== '/api/host/get') return;
    if (path.startsWith('/api/subscript/')) {
      return route.fulfill(
        scene.weather === 'failing' ? { status: 404 } : { body: documentFor(scene.weather === 'empty') },
      );
    }
    await route.fulfill({ json: { data: seal(answerOf(path, scene, answers)) } });
  });
  await context.route('**/country/country.json', (route) =>
    route.fulfill({ json: [{ name: '香港', en: 'Hong Kong', code: 'HK', flag: '🇭🇰' }] }),
  );
};

const problemsOf = (page: Page, { weather }: Scene): string[] => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`throws: ${error.message}`));
  page.on('console', (message) => {
    // A document that is refused is a status, which the browser itself writes down.
    const expected = weather === 'failing' && message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !expected) problems.push(`console: ${message.text()}`);
  });
  return problems;
};

const take = async (browser: Browser, base: string, scene: Scene): Promise<readonly string[]> => {
  const all: string[] = [];
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of SCHEMES) {
      const name = `${scene.name}.${size}.${colorScheme}`;
      const context = await browser.newContext({
        viewport,
        colorScheme,
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
        hasTouch: size === 'phone',
        reducedMotion: 'reduce',
      });
      await fakeServer(context, scene);
      if (scene.viewer !== 'visitor') await context.addCookies([{ name: 'token', value: 't', url: base }]);
      const page = await context.newPage();
      await page.clock.setFixedTime(NOW);
      const problems = problemsOf(page, scene);
      await page.goto(`${base}/#${scene.route}`);
      page.setDefaultTimeout(ACT_MS);
      const ready = scene.weather === 'loading' ? 'main > *' : 'main > *:not(.mantine-Skeleton-root)';
      await page.waitForSelector(ready).catch(() => problems.push('stays empty'));
      await page.waitForTimeout(SETTLE_MS);
      if (scene.act) {
        await scene.act(page).catch((error: unknown) => problems.push(`act: ${String(error).split('\n')[0]}`));
        await page.waitForTimeout(SETTLE_MS);
      }
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
      await context.close();
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
