import type { LinkAsker } from '@skyport/contract/accounts';
import type { CodeName } from '@skyport/contract/codes';
import type { SessionStart } from './deps.ts';

/** A link of a mail, opened. */
export interface ConfirmRequest {
  readonly kind: 'signup' | 'password' | 'email';
  readonly serialId: string;
  readonly key: string;
  /** Client address. */
  readonly address: string;
  /** SHA-256 of the cookie that identifies the browser, if it has one. */
  readonly browserIdHash: Buffer | undefined;
  /** The account that the browser is logged in to, if any. */
  readonly accountId: string | undefined;
}

/** What became of it; `session` is whom the answer logs in, the first time a link is opened. */
export interface ConfirmAnswer {
  readonly code: CodeName;
  readonly session?: SessionStart;
  /** Nothing has changed, because another browser asked; and who that was. */
  readonly asked?: LinkAsker;
  /** It took effect, but the browser's session of another account was left alone. */
  readonly otherAccount?: true;
}

/** The accounts feature behind the gate's routes of mailed links. */
export type ConfirmRoute = (request: ConfirmRequest) => Promise<ConfirmAnswer>;
