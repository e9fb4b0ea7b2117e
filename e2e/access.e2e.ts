import { expect, test } from 'vitest';
import { consolePages } from '../tools/console-pages.ts';
import { isFirstOfRoute, scenes } from '../tools/screens/scenes.ts';
import { testAccess } from './access-tests.ts';

/*
 * Every route, and a share of the windows, menus and forms that open there. `npm run prove -- access` looks at all of
 * them, at every size.
 */

/** One of so many scenes that are not the first of their route. */
const SHARE = 8;
const routes = scenes.filter(isFirstOfRoute);
const others = scenes.filter((scene) => !isFirstOfRoute(scene)).filter((_, at) => at % SHARE === 0);

testAccess([...routes, ...others]);

test('every page of the console that is built is among the scenes', () => {
  const pictured = new Set(scenes.map(({ route }) => route.split('?', 1)[0]));
  expect(consolePages.filter(({ path, built }) => built && !pictured.has(path)).map(({ path }) => path)).toEqual([]);
});
