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
  document.body.innerHTML = '<div id="browser-old"><button id="open-anyway">open</button></div>';
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.documentElement.removeAttribute('data-browser-old');
  document.body.innerHTML = '';
  localStorage.clear();
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

test.each([{ css: false }, { hasOwn: false }])('the sentence is shown below the floor: %o', (browser) => {
  browse(browser);
  runScript();
  expect(isOld()).toBe(true);
});

test('the sentence does not come again after the console was opened in spite of it', () => {
  browse({ css: false });
  runScript();
  document.getElementById('open-anyway')?.click();
  expect(isOld()).toBe(false);
  runScript();
  expect(isOld()).toBe(false);
});

test('the console opens in spite of it without storage, too', () => {
  browse({ css: false });
  vi.stubGlobal('localStorage', undefined);
  runScript();
  expect(isOld()).toBe(true);
  document.getElementById('open-anyway')?.click();
  expect(isOld()).toBe(false);
});
