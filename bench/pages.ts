import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../testkit/browser.ts';
import { until } from '../testkit/until.ts';
import { createStops } from '../tools/command.ts';
import { root } from '../tools/run.ts';
import { inRounds, neat, roundsOf, type Bench } from './measure.ts';
import { startRig } from './rig.ts';

/** A slow telephone: 1.6 Mb/s down, 0.75 Mb/s up, 150 ms until an answer begins. */
const LINK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 } as const;

/** The button that opens the client with the account's own link: from here on the page does what it is for. */
const USABLE = 'a[href^="flclash://"]';
/** What the page shows before any of its files has arrived. */
const OUTLINE = '#outline';
const BARE_READY = '#ready';
const GIVE_UP_MS = 60_000;

/**
 * Time to a usable dashboard on a slow link with nothing in the cache, and to the outline that stands there before,
 * beside a page that is React and one line.
 */
export const pages: Bench = async (options) => {
  const stops = createStops();
  try {
    const browser = await openBrowser();
    stops.add(() => browser.close());
    const rig = await startRig();
    stops.add(() => rig.stop());
    const bare = await serveBare();
    stops.add(() => bare.server.close());
    const [user] = rig.users;
    if (!user) throw new Error('the rig has no users');
    const found = await inRounds(
      roundsOf(options).rounds,
      {
        dashboardMs: () => timeTo(browser, { url: rig.panel.url, cookie: user.cookie, wanted: USABLE }),
        outlineMs: () => timeTo(browser, { url: rig.panel.url, cookie: user.cookie, wanted: OUTLINE }),
        bareReactMs: () => timeTo(browser, { url: bare.url, cookie: '', wanted: BARE_READY }),
      },
      options.say,
    );
    return {
      ratios: {
        dashboard: neat(found.dashboardMs / found.bareReactMs),
        outline: neat(found.outlineMs / found.bareReactMs),
      },
      figures: {
        dashboardMs: neat(found.dashboardMs),
        outlineMs: neat(found.outlineMs),
        bareReactMs: neat(found.bareReactMs),
      },
    };
  } finally {
    await stops.all();
  }
};

interface Visit {
  readonly url: string;
  /** As a request sends it: `name=value; name=value`. */
  readonly cookie: string;
  /** What has to be there. */
  readonly wanted: string;
}

/** Notes in the page itself when something that fits a selector is drawn, in ms since the visit began. */
const watcher = (wanted: string): string => `{
  const look = () => {
    if (window.usableAt !== undefined || !document.querySelector(${JSON.stringify(wanted)})) return;
    window.usableAt = null;
    requestAnimationFrame(() => { window.usableAt = performance.now(); });
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
}`;

/** Opens a page as somebody who was never here, and gives the ms until it is usable. */
const timeTo = async (browser: Browser, { url, cookie, wanted }: Visit): Promise<number> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'zh-CN' });
  try {
    const pairs = cookie.split('; ').filter((pair) => pair !== '');
    await context.addCookies(
      pairs.map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1), url })),
    );
    const page = await context.newPage();
    const wire = await context.newCDPSession(page);
    await wire.send('Network.enable');
    await wire.send('Network.emulateNetworkConditions', LINK);
    await page.addInitScript(watcher(wanted));
    await page.goto(url, { waitUntil: 'commit' });
    // Asked from outside: the console's pages let nobody evaluate a text inside.
    const usableAt = (): Promise<unknown> => page.evaluate('window.usableAt');
    await until(`${wanted} at ${url}`, async () => typeof (await usableAt()) === 'number', { withinMs: GIVE_UP_MS });
    return Number(await usableAt());
  } finally {
    await context.close();
  }
};

const BARE_SOURCE = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  createRoot(document.getElementById('root')).render(createElement('h1', { id: 'ready' }, 'React'));
`;
const BARE_PAGE =
  '<!doctype html><title>React</title><div id="root"></div><script type="module" src="/main.js"></script>';

/** A page that is React and one line, compressed as the console is. */
const serveBare = async (): Promise<{ readonly url: string; readonly server: Server }> => {
  const { outputFiles } = await build({
    stdin: { contents: BARE_SOURCE, resolveDir: join(root, 'packages/web') },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const script = brotliCompressSync(outputFiles[0]?.contents ?? '');
  const server = createServer((request, response) => {
    if (request.url === '/main.js') {
      response.setHeader('content-type', 'text/javascript');
      response.setHeader('content-encoding', 'br');
      return response.end(script);
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    return response.end(BARE_PAGE);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
};
