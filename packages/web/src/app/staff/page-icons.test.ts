import { expect, test } from 'vitest';
import { tabPages } from '../menu.ts';
import { pageIcons } from './page-icons.ts';

test('every page of the back office has an icon of its own', () => {
  const names = tabPages.filter(({ tab }) => tab.group !== 'customer').map(({ tab }) => tab.name);
  expect(Object.keys(pageIcons).toSorted()).toEqual(names.toSorted());
  expect(new Set(Object.values(pageIcons)).size).toBe(names.length);
});
