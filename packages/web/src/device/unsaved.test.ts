import { afterEach, expect, test, vi } from 'vitest';
import { draftKey } from './own-storage.ts';
import { guardPage, leavePage, noteUnsaved, watchDrafts } from './unsaved.ts';

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

test('of two parts of a page the later one asks, and when that is over the earlier one still does', () => {
  document.cookie = 'token=t; Path=/';
  const asked: string[] = [];
  const go = vi.fn<() => void>();
  const first = guardPage(() => void asked.push('first'));
  const second = guardPage(() => void asked.push('second'));
  leavePage(go);
  second();
  leavePage(go);
  first();
  expect(go).not.toHaveBeenCalled();
  leavePage(go);
  expect([asked, go.mock.calls.length]).toEqual([['second', 'first'], 1]);
  document.cookie = 'token=; Path=/; Max-Age=0';
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
