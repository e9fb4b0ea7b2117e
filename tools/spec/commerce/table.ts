import type { SpecRow } from '../row.ts';
import { callRows } from './calls.ts';
import { constantRows } from './constants.ts';
import { entityRows } from './entities.ts';
import { errorRows } from './errors.ts';
import { roleRows } from './roles.ts';
import { ruleRows } from './rules.ts';
import { screenRows } from './screens.ts';
import { stateRows } from './states.ts';

/** Everything that the second document of the specification says, section by section. */
export const commerceRows: readonly SpecRow[] = [
  ...screenRows,
  ...entityRows,
  ...stateRows,
  ...ruleRows,
  ...roleRows,
  ...callRows,
  ...errorRows,
  ...constantRows,
];
