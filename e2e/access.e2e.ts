import { describe, expect, test } from 'vitest';
import { consolePages } from '../tools/console-pages.ts';
import { violationsInTheDark, violationsOf } from '../tools/screens/axe.ts';
import { isFirstOfRoute, scenes, type Scene } from '../tools/screens/scenes.ts';
import { setUpStage } from '../tools/screens/set-up-stage.ts';
import type { Size } from '../tools/screens/stage.ts';

/*
 * Whoever cannot see the console well, or at all, can use it: axe-core finds no serious violation on any route, light
 * and dark, nor in a share of the windows, menus and forms that open there. `npm run prove -- access` looks at all of
 * them, at every size. The answers are made up; the console is the built one.
 */

const look = setUpStage();

/** One of so many scenes that are not the first of their route. */
const SHARE = 8;
const routes = scenes.filter(isFirstOfRoute);
const others = scenes.filter((scene) => !isFirstOfRoute(scene)).filter((_, at) => at % SHARE === 0);

const sizeOf = ({ viewer }: Scene): Size => (viewer === 'admin' ? 'desk' : 'phone');

// Two pages at a time, because a page mostly waits.
describe.concurrent('for whoever cannot see well', () => {
  // Customers mostly have a phone before them, staff a desk.
  test.each([...routes, ...others].map((scene) => [scene.name, scene] as const))(
    '%s has no serious violation',
    async (_name, scene) => {
      const staged = await look(scene, sizeOf(scene));
      const light = await violationsOf(staged);
      const dark = isFirstOfRoute(scene) ? await violationsInTheDark(staged, scene) : [];
      await staged.close();
      expect([...staged.problems, ...light, ...dark.map((violation) => `in the dark: ${violation}`)]).toEqual([]);
    },
  );
});

test('every page of the console that is built is among the scenes', () => {
  const pictured = new Set(scenes.map(({ route }) => route.split('?', 1)[0]));
  expect(consolePages.filter(({ path, built }) => built && !pictured.has(path)).map(({ path }) => path)).toEqual([]);
});
