import { commerceRows } from './commerce/table.ts';
import { callRows } from './calls.ts';
import { constantRows } from './constants.ts';
import { errorRows } from './errors.ts';
import { roleRows } from './roles.ts';
import { routeRows } from './routes.ts';
import type { SpecRow } from './row.ts';
import { ruleRows } from './rules.ts';
import { screenRows } from './screens.ts';
import { stateRows } from './states.ts';

/** Everything that the first document of the specification says of the console, section by section. */
const firstDocument: readonly SpecRow[] = [
  ...routeRows,
  ...screenRows,
  ...stateRows,
  ...ruleRows,
  ...roleRows,
  ...callRows,
  ...errorRows,
  ...constantRows,
];

/** Both documents of the specification: the console, then commerce and the back office. */
export const specification: readonly SpecRow[] = [...firstDocument, ...commerceRows];
