import { expect, test } from 'vitest';
import { tabPages } from './menu.ts';
import { pages } from './pages.ts';
import { guardedPaths, openPaths, tabNames } from './testing/specified.ts';

test.each(openPaths)('%s is a route that anybody may open', (path) => {
  expect(pages.find((page) => page.path === path)?.login).toBe(false);
});

test.each(guardedPaths)('%s is a route that needs a log-in', (path) => {
  expect(pages.find((page) => page.path === path)?.login).toBe(true);
});

test.each(tabNames)('%s is a tab of the header', (name) => {
  expect(tabPages.map(({ tab }) => tab.name)).toContain(name);
});

test('no path is listed twice, and each has a title and a description', () => {
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
  for (const { title, description } of pages) expect(title && description).not.toBe('');
});

test('what a page refuses agency customers, its tab hides from them', () => {
  for (const { path, agencyRestricted, tab } of tabPages)
    if (agencyRestricted) expect(tab.agencyRestricted, path).toBe(true);
});
