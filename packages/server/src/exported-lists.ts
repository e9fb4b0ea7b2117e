import { auditExport } from './audit/export.ts';
import { couponUseExport } from './coupons/export.ts';
import { tradeExport } from './payments/export.ts';
import type { ExportedList } from './platform/list-export.ts';
import { recordExport } from './traffic/export.ts';
import { userExport } from './users/export.ts';
import { chargeExport } from './withdrawals/export.ts';

/** Every list that staff can have as a file. */
export const exportedLists: readonly ExportedList[] = [
  auditExport,
  couponUseExport,
  recordExport,
  tradeExport,
  userExport,
  chargeExport,
];
