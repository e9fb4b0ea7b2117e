import type { PayMode } from './orders.ts';

/** Names of fields of every kind. A field of two kinds keeps what was typed when the kind is looked at again. */
export const payFieldNames = [
  'gateway',
  'pid',
  'appId',
  'sellerId',
  'signKeyMode',
  'key',
  'serial',
  'privateKey',
  'platformKey',
  'keyId',
  'platformCert',
  'route',
  'coin',
  'webhookKey',
  'currency',
  'rate',
] as const;
export type PayFieldName = (typeof payFieldNames)[number];

/** A field of a kind of payment instance, as its form shows it. */
export interface KindField {
  readonly label: string;
  readonly help?: string;
  /** Written and never shown; an empty text keeps what is stored. */
  readonly secret?: true;
  /** Several lines, such as a PEM. */
  readonly multiline?: true;
  readonly choices?: Readonly<Record<string, string>>;
  readonly maxLength: number;
  /** Says which account of ours it is: it stays once there are trades. The first one of a kind is shown beside it. */
  readonly lasting?: true;
  /** A secret that is sent to the gateway itself: it is typed again when the gateway's address changes. */
  readonly travels?: true;
}

/** A private key of ours, and a public one of somebody else: both are texts of several lines. */
export const privateKeyField = { secret: true, multiline: true, maxLength: 8000 } as const;
export const publicKeyField = { multiline: true, maxLength: 4000 } as const;

/** A kind of gateway: what it needs to know of us, and the ways to pay that it serves. */
export interface PayKind {
  readonly label: string;
  readonly modes: readonly PayMode[];
  readonly fields: Readonly<Partial<Record<PayFieldName, KindField>>>;
}
