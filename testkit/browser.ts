import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumArgs, chromiumPath } from '../tools/prepare.ts';
import { root } from '../tools/run.ts';
import { PATIENCE_MS } from './patience.ts';

/** How a person's screen is. */
export interface Screen {
  readonly width: number;
  readonly height: number;
  readonly dark?: boolean;
  readonly phone?: boolean;
  /** What its browser calls itself; by default that of the test's own. */
  readonly userAgent?: string;
}

export const desk: Screen = { width: 1440, height: 900 };
export const phone: Screen = { width: 390, height: 844, phone: true };
/** A phone that says what it is: pages that open apps ask for that. */
export const android: Screen = {
  ...phone,
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
};
/** The screens on which a journey is made, by name. */
export const screens: readonly (readonly [string, Screen])[] = [
  ['phone', phone],
  ['desk', desk],
];
/** The same screens where the phone says what it is: for journeys by pages that open apps. */
export const appScreens: typeof screens = [
  ['phone', android],
  ['desk', desk],
];

/** Starts Chromium, with further arguments if need be. Throws when there is none. */
export const openBrowser = (args: readonly string[] = []): Promise<Browser> => {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('There is no Chromium here.');
  return chromium.launch({ executablePath, args: [...chromiumArgs, ...args] });
};

/** A browser of their own for one person: own cookies, Chinese, and a clipboard that can be read. */
export const openPage = async (browser: Browser, baseURL: string, screen: Screen = desk): Promise<Page> => {
  const { width, height, dark = false, phone = false, userAgent } = screen;
  const context = await browser.newContext({
    baseURL,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    ...(userAgent !== undefined && { userAgent }),
    ...(phone && { isMobile: true, hasTouch: true, deviceScaleFactor: 2 }),
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  context.setDefaultTimeout(PATIENCE_MS);
  return context.newPage();
};

/** What the person last copied. */
export const clipboardOf = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');

/** Clipboard text, read by pasting: pages at plain http addresses may not read the clipboard. */
export const pastedBy = async (page: Page): Promise<string> => {
  const paper = await page.context().newPage();
  await paper.setContent('<textarea></textarea>');
  const area = paper.locator('textarea');
  await area.press('Control+V');
  const text = await area.inputValue();
  await paper.close();
  return text;
};

/** Empties the clipboard, so that what is found there later is new. */
export const emptyClipboard = (page: Page): Promise<void> => page.evaluate<void>("navigator.clipboard.writeText('')");

/** What everybody sees now, as pictures in `var/e2e`: for whoever looks into a failure. */
export const keepPictures = async (test: string, pages: Readonly<Record<string, Page | undefined>>): Promise<void> => {
  for (const [name, page] of Object.entries(pages)) {
    await page?.screenshot({ path: join(root, 'var/e2e', `${test}-${name}.png`) }).catch(() => undefined);
  }
};
