import { accountsCalls } from '@skyport/contract/accounts';
import { codes } from '@skyport/contract/codes';
import { encodeEnvelope } from '@skyport/contract/envelope';
import { noticesCalls } from '@skyport/contract/notices';
import type { DocumentAnswer } from '@skyport/server/platform/document-route';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { type Answers, NOW, answersFor, documentFor } from './answers.ts';
import type { Scene } from './scenes.ts';

/** Screens that everything is looked at on. */
export const SIZES = {
  phone: { width: 390, height: 844 },
  laptop: { width: 1024, height: 768 },
  desk: { width: 1440, height: 900 },
} as const;
/** A screen's name. */
export type Size = keyof typeof SIZES;
/** Schemes that everything is looked at in. */
export const SCHEMES = ['light', 'dark'] as const;
/** A colour scheme. */
export type Scheme = (typeof SCHEMES)[number];

/** Nothing takes as long, not even on a busy machine; what does not come at all is a problem of the page. */
const ACT_MS = 60_000;
/** A page on which nothing changed for this long, and which asks for nothing, is as it stays. */
const QUIET_MS = 200;
/** A page that never rests, because it follows something, is looked at after this. */
const RESTLESS_MS = 3000;

/** The account and the site stay known in bad weather: only the page's own calls fail or wait. */
const ALWAYS: readonly string[] = [accountsCalls.userInfo.path, noticesCalls.hostGet.path];

const answerOf = (path: string, { weather, viewer, given }: Scene, answers: Answers): object => {
  const own = given?.find((one) => one.path === path);
  if (own) return own.answer;
  if (weather === 'failing' && !ALWAYS.includes(path)) return { ...codes.fault, data: null };
  if (answers.has(path)) return { ...codes.ok, data: answers.get(path) };
  if (viewer === 'visitor' && path !== '/api/user/login') return { ...codes.sessionExpired, data: null };
  return { ...codes.notBuilt, data: null };
};

const asResponse = ({ status, headers, body }: DocumentAnswer) => ({
  status,
  headers: Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]!]] : []))),
  body,
});

const fakeServer = async (context: BrowserContext, scene: Scene): Promise<void> => {
  const answers = answersFor(scene.viewer, scene.weather === 'empty');
  await context.route('**/api/**', async (route) => {
    const path = new URL(route.request().url()).pathname;
    // A call that never answers: the page keeps waiting while its picture is taken.
    if (scene.weather === 'loading' && !ALWAYS.includes(path)) return;
    if (scene.served) return route.fulfill(asResponse(scene.served));
    if (path.startsWith('/api/subscript/')) {
      return route.fulfill(
        scene.weather === 'failing' ? { status: 404 } : { body: documentFor(scene.weather === 'empty') },
      );
    }
    await route.fulfill({ json: { data: encodeEnvelope(answerOf(path, scene, answers)) } });
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
    const refused = weather === 'failing' && message.text().startsWith('Failed to load resource');
    // No client is installed beside the browser of the pictures.
    const expected = refused || message.text().startsWith('Failed to launch');
    if (message.type() === 'error' && !expected) problems.push(`console: ${message.text()}`);
  });
  return problems;
};

const QUIET = `new Promise((resolve) => {
  const observer = new MutationObserver(() => again());
  const calm = async () => {
    observer.disconnect();
    // A colour that is inherited is on its way again and again, once for each element above.
    for (;;) {
      const moving = document.getAnimations().filter((one) => one instanceof CSSTransition);
      if (moving.length === 0) return resolve();
      await Promise.allSettled(moving.map(({ finished }) => finished));
    }
  };
  let timer;
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(calm, ${QUIET_MS});
  };
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  setTimeout(calm, ${RESTLESS_MS});
  again();
})`;

/** A window gets its name after it was put there, which takes a moment on a busy machine. */
const NAMELESS = '[role="dialog"]:not([aria-labelledby], [aria-label])';

/** What stands in a window in the place of its content. */
const WINDOW_WAITING = '[role="dialog"] .mantine-Skeleton-root';

/** What stands in the place of the staff's menu until its code has arrived. */
const STAFF_PLACE = '.sp-staff-place';

/** What waits until a page has got all it asked for, and is as it stays. */
const resting = (page: Page, { weather }: Scene): (() => Promise<void>) => {
  const asked = new Set<Request>();
  // In this weather a call is never answered.
  page.on('request', (one) => void (weather === 'loading' && one.url().includes('/api/') ? undefined : asked.add(one)));
  page.on('requestfinished', (one) => void asked.delete(one));
  page.on('requestfailed', (one) => void asked.delete(one));
  return async () => {
    const end = Date.now() + ACT_MS;
    do await page.evaluate(QUIET);
    while (asked.size > 0 && Date.now() < end);
  };
};

/** A scene as somebody has it before them. */
export interface Staged {
  readonly page: Page;
  /** What went wrong so far, as sentences. */
  readonly problems: string[];
  /** Waits until the page is as it stays. */
  readonly rest: () => Promise<void>;
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
    ...(scene.agent !== undefined && { userAgent: scene.agent }),
  });
  await fakeServer(context, scene);
  if (scene.viewer !== 'visitor') await context.addCookies([{ name: 'token', value: 't', url: base }]);
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  const problems = problemsOf(page, scene);
  const rest = resting(page, scene);
  await page.goto(scene.served ? base + scene.route : `${base}/#${scene.route}`);
  page.setDefaultTimeout(ACT_MS);
  const ready = scene.weather === 'loading' ? 'main > *' : 'main > *:not(.mantine-Skeleton-root)';
  await page.waitForSelector(ready).catch(() => problems.push('stays empty'));
  await rest();
  // The staff's menu and parts of a page come in files of their own: it is as it stays once all have come.
  const waiting = scene.weather === 'loading' ? STAFF_PLACE : `main .mantine-Skeleton-root, ${STAFF_PLACE}`;
  await page.waitForSelector(waiting, { state: 'detached' }).catch(() => problems.push('keeps waiting'));
  await rest();
  if (scene.act) {
    await scene.act(page).catch((error: unknown) => problems.push(`act: ${String(error).split('\n')[0]}`));
    await rest();
    await page.waitForSelector(NAMELESS, { state: 'detached' }).catch(() => problems.push('a window without a name'));
    await page
      .waitForSelector(WINDOW_WAITING, { state: 'detached' })
      .catch(() => problems.push('a window keeps waiting'));
  }
  return { page, problems, rest, close: () => context.close() };
};
