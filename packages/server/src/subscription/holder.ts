import type { CredentialRow } from '@skyport/documents';
import { userkeyContext } from '../accounts/index.ts';
import type { DocumentRequest } from '../platform/document-route.ts';
import { sameBytes, type Secrets } from '../platform/secrets.ts';
import type { CredentialMemory } from './credential-memory.ts';
import { dailyKeyOf, keyOf } from './keys.ts';
import type { SubscriberRow, Subscribers } from './subscribers.ts';

/** A subscriber whose link was right, and the key that their credentials are made from. */
export interface Holder {
  readonly row: SubscriberRow;
  readonly userkey: string;
}

const USER_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export interface HolderDeps {
  readonly subscribers: Subscribers;
  readonly secrets: Secrets;
  /** Hears of a wrong key of an account that exists. */
  readonly missed: (userNum: number) => void;
}

/**
 * Whether a key is the one with this HMAC. A key that was right before is compared with the HMAC kept beside its
 * credentials; every comparison takes the same time wherever the bytes differ.
 */
const isKey = (key: string, hash: Buffer, secrets: Secrets, memory: CredentialMemory | undefined): boolean => {
  const known = memory?.recall(key);
  const mac = known && memory ? memory.macOf(known) : secrets.mac('userkey', key);
  return sameBytes(Buffer.from(mac.buffer, mac.byteOffset, mac.byteLength), hash);
};

/**
 * The subscriber of a right link; undefined for every wrong one, after the same single row. The key of the day opens it
 * too, on that day. `memory` gives the memory of this moment, if there is one.
 */
export const findHolder = async (
  { userkey: part, userId }: Pick<DocumentRequest, 'userkey' | 'userId'>,
  { today, memory }: { readonly today: string; readonly memory: () => CredentialMemory | undefined },
  { subscribers, secrets, missed }: HolderDeps,
): Promise<Holder | undefined> => {
  const key = keyOf(part);
  if (!key || !USER_ID.test(userId)) return undefined;
  const row = await subscribers.find(userId);
  if (!row || row.disabled) return undefined;
  if (isKey(key, row.userkey_hash, secrets, memory())) return { row, userkey: key };
  const userkey = secrets.decrypt(Buffer.from(row.userkey_enc, 'base64'), userkeyContext(row.id));
  const daily = dailyKeyOf(secrets, userkey, today);
  if (sameBytes(Buffer.from(daily), Buffer.from(key))) return { row, userkey };
  missed(row.num);
  return undefined;
};

/** The row of a holder's credentials. It is good until the next wait: then another user may have been given its room. */
export const credentialsOf = ({ row, userkey }: Holder, memory: CredentialMemory): CredentialRow =>
  memory.recall(userkey) ?? memory.open(userkey, row.userkey_hash);
