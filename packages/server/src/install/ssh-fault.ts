import type { InstallMessage } from '@skyport/contract/install-messages';

/** A server's host key: fingerprint as `ssh-keygen -lf` shows it, and its kind, e.g. `ssh-ed25519`. */
export interface HostKey {
  readonly fingerprint: string;
  readonly kind: string;
}

/**
 * Why a server could not be worked on: `address` (not allowed), `unreachable`, `host-key` (not the approved one),
 * `auth`, `timeout`, `lost` (the connection broke), `write` (a file could not be written there), `aborted`.
 */
export type SshFaultKind = 'address' | 'unreachable' | 'host-key' | 'auth' | 'timeout' | 'lost' | 'write' | 'aborted';

/** A failed connection or transfer; its reason holds no secret. */
export class SshFault extends Error {
  override readonly name = 'SshFault';
  readonly kind: SshFaultKind;
  readonly reason: InstallMessage;
  /** The key that was shown instead of the approved one, where it is known. */
  readonly shown: HostKey | undefined;
  constructor(kind: SshFaultKind, reason: InstallMessage, shown?: HostKey) {
    super(reason.code);
    this.kind = kind;
    this.reason = reason;
    this.shown = shown;
  }
}
