import { expect, test } from 'vitest';
import { routes } from '../app/routes.ts';
import { platforms } from '../device/platform.ts';
import { clients } from './clients.ts';

test('every guide that a client names is a route', () => {
  const paths = routes.map((route) => route.path);
  const guides = platforms.flatMap((platform) => clients[platform].flatMap(({ guide }) => guide ?? []));
  expect(guides.filter((guide) => !paths.includes(guide))).toEqual([]);
});
