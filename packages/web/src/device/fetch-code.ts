import { reloadIfReplaced } from './new-version.ts';

/** Pause before a file that did not arrive is asked for once more, in ms. */
const PAUSE_MS = 800;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const loaded = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`no style sheet at ${link.href}`)));
  });

/** Fetches style sheets that did not arrive once more: the build's own loader asks for each only once. */
const renewStyles = async (): Promise<void> => {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const missing = [...links].filter(({ sheet }) => sheet === null);
  await Promise.all(
    missing.map((link) => {
      const fresh = link.cloneNode() as HTMLLinkElement;
      const arrives = loaded(fresh);
      link.replaceWith(fresh);
      return arrives;
    }),
  );
};

/** The promise of a page that is being left. */
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/**
 * Fetches a part of the console's code that is not in the first load; `load` is an `import()`. What does not arrive is
 * asked for once more. When it is missing because a new version is served, the page is loaded anew and this never
 * returns. Throws what `load` throws.
 */
export const fetchCode = async <M>(load: () => Promise<M>): Promise<M> => {
  try {
    return await load();
  } catch {
    // Once more, below: on telephones a file is lost now and then.
  }
  await pause(PAUSE_MS);
  try {
    await renewStyles();
    return await load();
  } catch (fault) {
    if (await reloadIfReplaced()) return never();
    throw fault;
  }
};
