import { expect, test } from 'vitest';
import { pages } from '../app/pages.ts';
import { platforms } from '@skyport/contract/devices';
import { clients } from './clients.ts';

test('every guide that a client names is a page', () => {
  const paths = pages.map(({ path }) => path);
  const guides = platforms.flatMap((platform) => clients[platform].flatMap(({ guide }) => guide ?? []));
  expect(guides.filter((guide) => !paths.includes(guide))).toEqual([]);
});
