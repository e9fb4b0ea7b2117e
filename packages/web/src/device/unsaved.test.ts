import { afterEach, expect, test } from 'vitest';
import { draftKey } from './own-storage.ts';
import { noteUnsaved, watchDrafts } from './unsaved.ts';

const DRAFT = draftKey('any');

/** Whether the browser would ask before the page is left. */
const isAsked = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

afterEach(() => sessionStorage.clear());

test('the browser asks before a page is left with something unsaved, and no longer when that is over', () => {
  const over = noteUnsaved();
  expect(isAsked()).toBe(true);
  over();
  expect(isAsked()).toBe(false);
});

test('a draft that waits for its page goes with the tab, so that the browser asks for it on every page', () => {
  const over = noteUnsaved();
  sessionStorage.setItem(DRAFT, '{}');
  over();
  expect(isAsked()).toBe(true);
  sessionStorage.removeItem(DRAFT);
  expect(isAsked()).toBe(false);
});

test('a draft of before the page was loaded is asked about, too', () => {
  sessionStorage.setItem(DRAFT, '{}');
  watchDrafts();
  expect(isAsked()).toBe(true);
  sessionStorage.removeItem(DRAFT);
  expect(isAsked()).toBe(false);
});
