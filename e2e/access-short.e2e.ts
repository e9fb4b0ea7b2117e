import { isFirstOfRoute, scenes } from '../tools/screens/scenes.ts';
import { testAccess } from './access-tests.ts';

/* Twelve scenes for the short run, spread over the table. */

const SCENES = 12;
const routes = scenes.filter(isFirstOfRoute);
const every = Math.ceil(routes.length / SCENES);

testAccess(routes.filter((_, at) => at % every === 0));
