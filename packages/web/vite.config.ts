import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, minifySync, transformWithOxc, type HtmlTagDescriptor, type Plugin } from 'vite';
import { buildTarget } from './browser-floor.ts';

const EARLY = /[\\/]src[\\/]early\.ts$/;
const FIRST_PAGE = /[\\/]dashboard\.page\.tsx$/;

/**
 * Entries of the build. The first visit shows the dashboard, so its page is preloaded with what every page needs; the
 * script of early answers stays a file of its own.
 */
const FIRST_VISIT = ['index.html', 'src/subscription/dashboard.page.tsx', 'src/early.ts'];

/** The script that is part of the page itself; the server lets it run by its hash. */
const firstScript = async (): Promise<string> => {
  const name = 'first-script.ts';
  const { code } = await transformWithOxc(readFileSync(join(import.meta.dirname, 'src', name), 'utf8'), name);
  return minifySync('first-script.js', code).code;
};

const STYLES = /\s*<link rel="stylesheet"[^>]*>/g;

const ROOT = '<div id="root">';

/**
 * Puts the style sheets behind the outline, which would otherwise wait for them, and before the console: what it adds
 * to the page itself, such as the colours of its theme, counts for more. Scripts wait for the sheets as before.
 */
const stylesBehindOutline = (html: string): string => {
  const links = html.match(STYLES) ?? [];
  if (links.length === 0 || !html.includes(ROOT)) throw new Error('the build has no style sheet, or no place for it');
  return html.replace(STYLES, '').replace(ROOT, () => `${links.join('')}\n    ${ROOT}`);
};

/**
 * The page begins with its outline, the script that watches over the first files, the script of early answers, and a
 * preload of the dashboard.
 */
const firstVisit = (): Plugin => ({
  name: 'first-visit',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: async (html, { bundle = {} }) => {
      const fileOf = (module: RegExp): string => {
        const chunk = Object.values(bundle).find(
          (file) => file.type === 'chunk' && module.test(file.facadeModuleId ?? ''),
        );
        if (!chunk) throw new Error(`the build has no file for ${module.source}`);
        return `./${chunk.fileName}`;
      };
      const shared = { crossorigin: true };
      const tags: HtmlTagDescriptor[] = [
        { tag: 'script', children: await firstScript(), injectTo: 'head' },
        {
          tag: 'script',
          attrs: { type: 'module', async: true, ...shared, src: fileOf(EARLY) },
          injectTo: 'head',
        },
        { tag: 'link', attrs: { rel: 'modulepreload', ...shared, href: fileOf(FIRST_PAGE) }, injectTo: 'head' },
      ];
      return { html: stylesBehindOutline(html), tags };
    },
  },
});

const CONTRACT = /[\\/]contract[\\/]src[\\/][^\\/]+\.ts$/;

/** Where a module's calls say in a sentence what they are for, as [from, to] of the text. */
const summariesIn = (node: unknown): [number, number][] => {
  if (typeof node !== 'object' || node === null) return [];
  if ('type' in node && node.type === 'Property') {
    const { key, value } = node as unknown as { key: { name?: string }; value: { type: string } };
    const text = value as unknown as { start: number; end: number };
    if (key.name === 'summary' && value.type === 'Literal') return [[text.start, text.end]];
  }
  return Object.values(node).flatMap(summariesIn);
};

/** The sentences by which the API's description explains each call: no part of the console. */
const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  apply: 'build',
  transform: {
    filter: { id: CONTRACT },
    handler(code) {
      const texts = summariesIn(this.parse(code));
      return {
        code: texts.reduceRight((left, [from, to]) => `${left.slice(0, from)}''${left.slice(to)}`, code),
        map: null,
      };
    },
  },
});

/** The console: hash routes, so that it can be served from anywhere; every script and style is a file of our own. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), withoutSummaries(), firstVisit()],
  worker: { format: 'es' },
  build: {
    target: buildTarget,
    cssTarget: buildTarget,
    // A strict Content-Security-Policy allows no inline script, and small pictures may stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: FIRST_VISIT.map((file) => join(import.meta.dirname, file)),
      output: {
        codeSplitting: {
          // Few files: on a slow link each request waits for its answer, and a browser asks one host for six at once.
          groups: [
            // Changes with its version only, so that it stays in caches when the console changes.
            { name: 'react', test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
            { name: 'first', tags: ['$initial'], test: (id) => !EARLY.test(id) },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': 'http://127.0.0.1:3000',
      '/country': 'http://127.0.0.1:3000',
      '/describe': 'http://127.0.0.1:3000',
    },
  },
});
