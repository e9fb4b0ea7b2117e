import { accountsCalls } from '@skyport/contract/accounts';
import { codes } from '@skyport/contract/codes';
import { seal } from '@skyport/contract/envelope';
import { noticesCalls } from '@skyport/contract/notices';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Answers, NOW, answersFor, documentFor } from './answers.ts';
import type { Scene } from './scenes.ts';

/** Screens that everything is looked at on. */
export const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } } as const;
/** A screen's name. */
export type Size = keyof typeof SIZES;
/** Schemes that everything is looked at in. */
export const SCHEMES = ['light', 'dark'] as const;
/** A colour scheme. */
export type Scheme = (typeof SCHEMES)[number];

/** Nothing takes as long, not even on a busy machine; what does not come at all is a problem of the page. */
const ACT_MS = 15_000;
/** A picture of something that moves is taken after this pause. */
const SETTLE_MS = 300;

/** Whose page it is and where stay known in bad weather: what the page itself asks for fails. */
const ALWAYS: readonly string[] = [accountsCalls.userInfo.path, noticesCalls.hostGet.path];

const answerOf = (path: string, { weather, viewer, given }: Scene, answers: Answers): object => {
  const own = given?.find((one) => one.path === path);
  if (own) return own.answer;
  if (weather === 'failing' && !ALWAYS.includes(path)) return { ...codes.fault, data: null };
  if (answers.has(path)) return { ...codes.ok, data: answers.get(path) };
  if (viewer === 'visitor' && path !== '/api/user/login') return { ...codes.sessionExpired, data: null };
  return { ...codes.notBuilt, data: null };
};

const fakeServer = async (context: BrowserContext, scene: Scene): Promise<void> => {
  const answers = answersFor(scene.viewer, scene.weather === 'empty');
  await context.route('**/api/**', async (route) => {
    const path = new URL(route.request().url()).pathname;
    // A call that never answers: the page keeps waiting while its picture is taken.
    if (scene.weather === 'loading' && path !== noticesCalls.hostGet.path) return;
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

/** A scene as somebody has it before them. */
export interface Staged {
  readonly page: Page;
  /** What went wrong so far, in words. */
  readonly problems: string[];
  readonly close: () => Promise<void>;
}

/** Opens a scene of the built console with made-up answers, and does what its person does. */
export const stage = async (
  browser: Browser,
  base: string,
  { scene, size, scheme }: { scene: Scene; size: Size; scheme: Scheme },
): Promise<Staged> => {
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: scheme,
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
  return { page, problems, close: () => context.close() };
};
