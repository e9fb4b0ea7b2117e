import type { CredentialRow } from '@skyport/documents';
import { userkeyContext } from '../accounts/index.ts';
import type { DocumentRequest } from '../platform/document-route.ts';
import { sameBytes, type Secrets } from '../platform/secrets.ts';
import type { CredentialMemory } from './credential-memory.ts';
import { dailyKeyOf, keyOf } from './keys.ts';
import type { SubscriberRow } from './subscribers.ts';

/** A subscriber whose link was right, and the key that their credentials are made from. */
export interface Holder {
  readonly row: SubscriberRow;
  readonly userkey: string;
}

const USER_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export interface HolderDeps {
  readonly secrets: Secrets;
  /** Hears of a wrong key of an account that exists. */
  readonly missed: (userNum: number) => void;
}

/** The key of a link that could be one; undefined for what no link looks like, which nothing has to be read for. */
export const keyOfLink = ({ userkey, userId }: Pick<DocumentRequest, 'userkey' | 'userId'>): string | undefined =>
  USER_ID.test(userId) ? keyOf(userkey) : undefined;

/**
 * Whether a key is the one with this HMAC. A key that was right before is compared with the HMAC kept beside its
 * credentials; every comparison takes the same time wherever the bytes differ.
 */
const isKey = (key: string, hash: Buffer, secrets: Secrets, memory: CredentialMemory | undefined): boolean => {
  const known = memory?.recall(key);
  return sameBytes(known && memory ? memory.macOf(known) : secrets.mac('userkey', key), hash);
};

/**
 * The subscriber of a right link by the row of its account; undefined for every wrong one. The key of the day opens it
 * too, on that day. `memory` is that of this moment, if there is one.
 */
export const holderOf = (
  key: string,
  row: SubscriberRow | undefined,
  { today, memory }: { readonly today: string; readonly memory: CredentialMemory | undefined },
  { secrets, missed }: HolderDeps,
): Holder | undefined => {
  if (!row || row.disabled) return undefined;
  if (isKey(key, row.userkey_hash, secrets, memory)) return { row, userkey: key };
  const userkey = secrets.decrypt(Buffer.from(row.userkey_enc, 'base64'), userkeyContext(row.id));
  const daily = dailyKeyOf(secrets, userkey, today);
  if (sameBytes(Buffer.from(daily), Buffer.from(key))) return { row, userkey };
  missed(row.num);
  return undefined;
};

/** The row of a holder's credentials. It is good until the next wait: then another user may have been given its room. */
export const credentialsOf = ({ row, userkey }: Holder, memory: CredentialMemory): CredentialRow =>
  memory.recall(userkey) ?? memory.open(userkey, row.userkey_hash);
