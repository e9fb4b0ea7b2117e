import { basename } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { keepPictures, openBrowser, openPage, type Screen } from './browser.ts';
import { beginSession, type Entrant } from './log-in.ts';
import { startPanel, type Panel, type PanelOptions } from './panel.ts';

/** What the journeys of a file are made with; it is there once the hooks of before have run. */
export interface Journey {
  readonly panel: Panel;
  /** Opens the panel's console, or `address`, for somebody with a browser of their own. */
  open(screen: Screen, address?: string): Promise<Page>;
  /**
   * Opens a page of the console for an account that is let in without the form. All who come this way to one screen
   * come to one browser, one after the other: what it has loaded is not loaded again.
   */
  enter(screen: Screen, account: Entrant, path: string): Promise<Page>;
}

export interface JourneyOptions {
  /** How the panel starts. A function is asked when the hooks that stand above in the file have run. */
  readonly panel?: PanelOptions | (() => PanelOptions);
  /** Further arguments of the browser. */
  readonly browser?: readonly string[];
  /** Each test opens its own pages: they are closed after it. */
  readonly pagesEndWithTest?: boolean;
}

/** Chromium for the tests of the file that calls this, from before the first until after the last one. */
export const setUpBrowser = (args: readonly string[] = []): (() => Browser) => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openBrowser(args);
  });
  afterAll(() => browser?.close());
  return () => there(browser, 'browser');
};

/**
 * Panel and browser for the tests of the file that calls this, and pictures of every open page when a test fails
 * (`keepPictures`). Hooks that stand above in the file run before, and end after it.
 */
export const setUpJourney = ({
  panel: how = {},
  browser: args,
  pagesEndWithTest = false,
}: JourneyOptions = {}): Journey => {
  let panel: Panel | undefined;
  beforeAll(async () => {
    panel = await startPanel(typeof how === 'function' ? how() : how);
  });
  afterAll(() => panel?.stop());
  const browser = setUpBrowser(args);
  afterEach(async ({ task }) => {
    const contexts = browser().contexts();
    if (task.result?.state === 'fail') {
      const pages = contexts.flatMap((context) => context.pages()).map((page, at) => [String(at + 1), page] as const);
      const test = task.fullTestName.replaceAll(/\W+/g, '-').slice(0, 60);
      await keepPictures(`${basename(task.file.name, '.e2e.ts')}-${test}`, Object.fromEntries(pages));
    }
    if (pagesEndWithTest) for (const context of contexts) await context.close();
  });
  const shared = new Map<Screen, Page>();
  const sharedPage = async (screen: Screen): Promise<Page> => {
    const page = shared.get(screen);
    if (page && !page.isClosed()) return page;
    const opened = await journey.open(screen);
    shared.set(screen, opened);
    return opened;
  };
  const journey: Journey = {
    get panel() {
      return there(panel, 'panel');
    },
    open: (screen, address = journey.panel.url) => openPage(browser(), address, screen),
    enter: async (screen, account, path) => {
      const page = await sharedPage(screen);
      // What the one before left there ends with it.
      await page.goto('about:blank');
      await beginSession(page, account, journey.panel);
      await page.goto(`/#${path}`);
      return page;
    },
  };
  return journey;
};

const there = <T>(what: T | undefined, name: string): T => {
  if (what === undefined) throw new Error(`The ${name} has not been started yet.`);
  return what;
};
