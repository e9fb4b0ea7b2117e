import { act } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { whenStayed } from '../device/leaving.ts';

/*
 * Import links that are pressed where no client is. A test that uses this puts a spy in the place of `whenStayed`,
 * which waits and watches: what that does is tested beside it.
 */

/** Presses an import link; the test's browser would try to load what no client opens. */
export const pressImport = (link: HTMLElement): void => {
  const stay = (event: Event): void => event.preventDefault();
  document.addEventListener('click', stay);
  act(() => link.click());
  document.removeEventListener('click', stay);
};

/** Presses an import link, after which nothing comes to the front for as long as the page waits: two seconds. */
export const importWithoutClient = (link: HTMLElement): void => {
  pressImport(link);
  const [ms, stayed] = vi.mocked(whenStayed).mock.lastCall ?? [];
  expect(ms).toBe(2000);
  act(() => stayed?.());
};
