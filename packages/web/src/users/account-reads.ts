import { auditCalls } from '@skyport/contract/audit';
import type { BuiltCall } from '@skyport/contract/call';
import { usersCalls as calls } from '@skyport/contract/users';

/**
 * What is read again after a change of an account: the list, and everything on its own page that may follow from the
 * change. Its owner is notified of some, others end its sessions, and all of them stand in the audit.
 */
export const accountReads: readonly BuiltCall[] = [
  calls.userlist,
  calls.user,
  calls.getUserChannel,
  calls.balances,
  calls.lineAccess,
  calls.orders,
  calls.records,
  calls.sessions,
  calls.notices,
  auditCalls.list,
];
