import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fetchCode } from './fetch-code.ts';
import { reloadIfReplaced } from './new-version.ts';

const page = (script: string): string => `<!doctype html><script type="module" src="./assets/${script}"></script>`;

/** What the server answers instead of its page; `mine` is the version that this tab runs. */
const serve = (answer: () => Response): void => {
  vi.stubGlobal('fetch', async () => answer());
  onTestFinished(() => void vi.unstubAllGlobals());
};

beforeEach(() => {
  const script = document.createElement('script');
  script.type = 'text/plain';
  script.setAttribute('src', './assets/mine.js');
  document.head.append(script);
  onTestFinished(() => script.remove());
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test('a tab whose version is gone is loaded anew, once for each version', async () => {
  const reload = vi.fn<() => void>();
  serve(() => new Response(page('next.js')));
  expect(await reloadIfReplaced(reload)).toBe(true);
  expect(await reloadIfReplaced(reload)).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  serve(() => new Response(page('after-next.js')));
  expect(await reloadIfReplaced(reload)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

test.each<[string, () => Response]>([
  ['the same version', () => new Response(page('mine.js'))],
  ['a fault', () => new Response(page('next.js'), { status: 502 })],
  ['a page of somebody else, as hotels have it', () => new Response('<h1>Welcome</h1>')],
  ['nothing', () => Response.error()],
])('it stays where the server answers %s', async (_what, answer) => {
  const reload = vi.fn<() => void>();
  serve(answer);
  expect(await reloadIfReplaced(reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test('it stays where nothing can be remembered, because it would go round for ever', async () => {
  serve(() => new Response(page('next.js')));
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new Error('refused');
    },
  });
  const reload = vi.fn<() => void>();
  expect(await reloadIfReplaced(reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test('what fails twice is thrown as it is', async () => {
  serve(() => Response.error());
  const fault = new Error('gone');
  await expect(fetchCode(() => Promise.reject(fault))).rejects.toBe(fault);
});
