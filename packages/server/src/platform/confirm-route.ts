import type { CodeName } from '@skyport/contract/codes';
import type { AccountType } from './deps.ts';

/** A link of a mail, opened. */
export interface ConfirmRequest {
  readonly kind: 'signup' | 'password' | 'email';
  readonly serialId: string;
  readonly key: string;
  /** Client address. */
  readonly address: string;
}

/** What became of it; `session` is whom the answer logs in, the first time a link is opened. */
export interface ConfirmAnswer {
  readonly code: CodeName;
  readonly session?: { readonly id: string; readonly type: AccountType };
}

/** The accounts feature behind the gate's routes of mailed links. */
export type ConfirmRoute = (request: ConfirmRequest) => Promise<ConfirmAnswer>;
