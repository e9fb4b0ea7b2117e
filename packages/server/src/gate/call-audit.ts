import type { BuiltCall } from '@skyport/contract/call';
import { auditedBy } from '../platform/audit.ts';
import type { Audited } from '../platform/audit-rules.ts';
import type { Account, CallContext, StaffContext } from '../platform/deps.ts';
import type { Gate } from './gate.ts';

/** The audit of one call, and whether its handler used it. */
export interface CallAudit extends StaffContext {
  /** Throws when a change by staff was made without its audit. */
  assertWritten(): void;
}

/** The audit of a call by its row; a row that is no change by staff has none. */
export const auditOfCall = (
  gate: Gate,
  { name, row }: { readonly name: string; readonly row: BuiltCall },
  { caller, address }: CallContext<Account>,
): CallAudit => {
  const kind = row.audit === 'none' ? undefined : row.audit;
  let used = false;
  const audited: Audited = (trx, of, change) => {
    if (kind === undefined) throw new Error(`${name} is no change by staff`);
    used = true;
    return auditedBy({ actor: caller.id, address, call: name, kind }, gate.auditReaders, gate.deps)(trx, of, change);
  };
  return {
    audited,
    assertWritten: () => {
      if (kind !== undefined && !used) throw new Error(`${name} changed something without its audit`);
    },
  };
};
