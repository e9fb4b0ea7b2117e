import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { script as importScript } from '@skyport/server/subscription/import-page/script';
import { style as importStyle } from '@skyport/server/subscription/import-page/style';
import { root } from '../run.ts';
import { scriptExceptions, styleExceptions } from './exceptions.ts';
import { newInScript } from './scripts.ts';
import { newInStyles } from './styles.ts';

/** A text that browsers run or draw with, and what it is called. */
export interface BrowserFile {
  readonly name: string;
  readonly kind: 'script' | 'style';
  readonly text: string;
}

/** Scripts and styles that are part of a page itself. */
const partsOf = (name: string, html: string): BrowserFile[] =>
  [...html.matchAll(/<(script|style)>([\s\S]*?)<\/\1>/g)].map(([, kind, text = '']) => ({
    name,
    kind: kind as BrowserFile['kind'],
    text,
  }));

/** Every file of the built console, and the page of import links. */
export const browserFiles = (): BrowserFile[] => {
  const dist = join(root, 'packages/web/dist');
  const built = readdirSync(dist, { recursive: true, encoding: 'utf8' }).flatMap((name): BrowserFile[] => {
    const read = (): string => readFileSync(join(dist, name), 'utf8');
    if (name.endsWith('.html')) return partsOf(name, read());
    if (name.endsWith('.js')) return [{ name, kind: 'script', text: read() }];
    return name.endsWith('.css') ? [{ name, kind: 'style', text: read() }] : [];
  });
  const page = 'page of import links';
  return [
    ...built,
    { name: page, kind: 'script', text: importScript },
    { name: page, kind: 'style', text: importStyle },
  ];
};

/** Features newer than the floor that are no exceptions, and unused exceptions; a sentence each. */
export const floorProblems = (
  files: readonly BrowserFile[],
  exceptions: Readonly<Record<BrowserFile['kind'], Readonly<Record<string, string>>>> = {
    script: scriptExceptions,
    style: styleExceptions,
  },
): string[] => {
  const found = files.flatMap(({ name, kind, text }) =>
    (kind === 'script' ? newInScript(text) : newInStyles(text)).map((what) => ({ name, kind, what })),
  );
  const isUsed = (kind: string, what: string): boolean => found.some((one) => one.kind === kind && one.what === what);
  return [
    ...found
      .filter(({ kind, what }) => !(what in exceptions[kind]))
      .map(({ name, what }) => `${name} needs ${what}, which is newer than the browser floor`),
    ...(['script', 'style'] as const).flatMap((kind) =>
      Object.keys(exceptions[kind])
        .filter((what) => !isUsed(kind, what))
        .map((what) => `${what} is an exception without need`),
    ),
  ];
};
