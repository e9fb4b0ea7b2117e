import { accountCases } from './account-cases.ts';
import { commerceCases, commerceEndCases } from './commerce-cases.ts';
import { fleetCases } from './fleet-cases.ts';
import { installCases } from './install-cases.ts';
import { moneyCases } from './money-cases.ts';
import { nodeCases, nodeEndCases } from './node-cases.ts';
import { systemCases } from './system-cases.ts';
import type { StaffCases } from './staff-case.ts';

/** In the order in which they are made: a case may need what one before it left. */
export const staffCases: StaffCases = {
  ...commerceCases,
  ...moneyCases,
  ...commerceEndCases,
  ...nodeCases,
  ...installCases,
  ...nodeEndCases,
  ...fleetCases,
  ...accountCases,
  ...systemCases,
};
