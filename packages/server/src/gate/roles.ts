import type { Access } from '@skyport/contract/call';
import type { CodeName } from '@skyport/contract/codes';
import type { Account } from '../platform/deps.ts';

/** What the gate knows of who is asking: nobody, or an account with or without the second session part. */
export interface Caller {
  readonly account: Account | undefined;
  /** The account's row as it was read with the session. */
  readonly row: object | undefined;
  /** Whether the HttpOnly part came too and fits. */
  readonly bothParts: boolean;
  /** Staff without the second step that the operator requires of them: they may only set it up. */
  readonly mustSetUp: boolean;
  /** When this session last passed a step-up. */
  readonly steppedUpAt: Date | null;
}

/**
 * Whether a caller may pass a row: undefined when so, else the refusal. Nobody and half a session are told 1002; an
 * account of the wrong role is told 1103; staff who have to set up their second step first are told 1110.
 */
export const refusedBy = (access: Access, caller: Caller): CodeName | undefined => {
  if (access.role === 'anyone') return undefined;
  const { account } = caller;
  if (!account) return 'sessionExpired';
  if (!roleFits(access, account)) return 'roleForbidden';
  if (access.session === 'both' && !caller.bothParts) return 'sessionExpired';
  return caller.mustSetUp && !access.beforeSecondStep ? 'secondStepRequired' : undefined;
};

const roleFits = (access: Access, account: Account): boolean => {
  switch (access.role) {
    case 'anyone':
    case 'account':
      return true;
    case 'customer':
      return !account.isAgencyUser;
    case 'yunying':
      return account.type === 'yunying' || account.type === 'admin';
    case 'admin':
      return account.type === 'admin';
  }
};
