import { Linter } from 'eslint';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inlineScript } from '../inline-script.ts';

const script = inlineScript('floor-script.ts');
const isOld = (): boolean => document.documentElement.hasAttribute('data-browser-old');
// oxlint-disable-next-line typescript/no-implied-eval -- as the page runs it
const runScript = (): void => new Function(script)() as undefined;

/** A browser with these features, and no others of those that are asked for. */
const browse = ({ hasOwn = true, css = true }): void => {
  vi.stubGlobal('CSS', css ? { supports: (_: string, value: string) => value === '1dvh' } : { supports: () => false });
  if (!hasOwn) vi.stubGlobal('Object', Object.create(Object, { hasOwn: { value: undefined } }));
};

beforeEach(() => {
  localStorage.clear();
  document.documentElement.removeAttribute('data-browser-old');
  document.body.innerHTML = '<div id="browser-old"><button id="open-anyway">open</button></div>';
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the script of the browser floor is ECMAScript 5 after the build', () => {
  const languageOptions = { ecmaVersion: 5, sourceType: 'script' } as const;
  expect(new Linter().verify(script, { languageOptions })).toEqual([]);
});

test('a browser at the floor opens the console', () => {
  browse({});
  runScript();
  expect(isOld()).toBe(false);
});

test.each([{ css: false }, { hasOwn: false }])('a browser below the floor is told so: %o', (browser) => {
  browse(browser);
  runScript();
  expect(isOld()).toBe(true);
});

test('who opens the console in spite of it is not told again', () => {
  browse({ css: false });
  runScript();
  document.getElementById('open-anyway')?.click();
  expect(isOld()).toBe(false);
  runScript();
  expect(isOld()).toBe(false);
});

test('a browser without storage is told, and opens the console in spite of it', () => {
  browse({ css: false });
  vi.stubGlobal('localStorage', undefined);
  runScript();
  expect(isOld()).toBe(true);
  document.getElementById('open-anyway')?.click();
  expect(isOld()).toBe(false);
});
