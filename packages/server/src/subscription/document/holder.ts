import type { CredentialRow } from '@skyport/documents';
import { userkeyAssociatedData } from '../../accounts/index.ts';
import type { DocumentRequest } from '../../platform/document-route.ts';
import { sameBytes, type Secrets } from '../../platform/secrets.ts';
import { dailyKeyOf, keyOf } from '../keys.ts';
import type { CredentialCache } from './credential-cache.ts';
import type { SubscriberRow } from './subscriber-store.ts';

/** A subscriber whose link is valid, and the key that their credentials are made from. */
export interface Holder {
  readonly row: SubscriberRow;
  readonly userkey: string;
}

const USER_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** What recognising a holder needs. */
export interface HolderDeps {
  readonly secrets: Secrets;
  /** Called for a wrong key of an account that exists. */
  readonly noteWrongKey: (userNum: number) => void;
}

/** The key of a well-formed link; undefined for everything else, for which nothing has to be read. */
export const keyOfLink = ({ userkey, userId }: Pick<DocumentRequest, 'userkey' | 'userId'>): string | undefined =>
  USER_ID.test(userId) ? keyOf(userkey) : undefined;

/** The key of a link, and what it is compared with. */
interface Asked {
  readonly key: string;
  /** Business day `YYYY-MM-DD`. */
  readonly today: string;
  readonly cache: CredentialCache | undefined;
}

/**
 * Whether a key is the one with this HMAC. The HMAC of a key that was right before is cached beside its credentials.
 * Every comparison takes the same time wherever the bytes differ.
 */
const isKey = ({ key, cache }: Omit<Asked, 'today'>, hash: Buffer, secrets: Secrets): boolean => {
  const row = cache?.get(key);
  return sameBytes(row && cache ? cache.macOf(row) : secrets.mac('userkey', key), hash);
};

/**
 * The subscriber of a valid link by the row of its account; undefined for every other link. The daily key is valid
 * too, on its day.
 */
export const holderOf = (
  asked: Asked,
  row: SubscriberRow | undefined,
  { secrets, noteWrongKey }: HolderDeps,
): Holder | undefined => {
  const { key, today } = asked;
  if (!row || row.disabled) return undefined;
  if (isKey(asked, row.userkey_hash, secrets)) return { row, userkey: key };
  const userkey = secrets.decrypt(row.userkey_enc, userkeyAssociatedData(row.id));
  const daily = dailyKeyOf(secrets, userkey, today);
  if (sameBytes(Buffer.from(daily), Buffer.from(key))) return { row, userkey };
  noteWrongKey(row.num);
  return undefined;
};

/** The row of a holder's credentials. */
export const credentialsOf = ({ row, userkey }: Holder, cache: CredentialCache): CredentialRow =>
  cache.get(userkey) ?? cache.add(userkey, row.userkey_hash);
