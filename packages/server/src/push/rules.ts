import type { LedgerEntry } from '@skyport/db/ledger-rules';
import type { Random } from '../platform/ids.ts';

/** The alphabet of RFC 4648 base32: no sign is taken for another one. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const CODE_LENGTH = 12;

/** A code of a transfer: 60 random bits. */
export const makeCode = (random: Random): string =>
  Array.from({ length: CODE_LENGTH }, () => BASE32[random.below(BASE32.length)]).join('');

/** A code as it is stored, however somebody typed it. */
export const typedCode = (text: string): string => text.replaceAll(/[\s-]/gu, '').toUpperCase();

const entry = (account: LedgerEntry['account'], amount: number): LedgerEntry => ({ account, unit: 'BYTE', amount });

const escrowOf = (senderNum: number, amount: number): LedgerEntry =>
  entry({ owner: senderNum, kind: 'push_escrow' }, amount);

/** The ledger entries of a transfer that was made. Bytes. */
export const madeEntries = (senderNum: number, amount: number): LedgerEntry[] => [
  entry({ owner: senderNum, kind: 'traffic' }, -amount),
  escrowOf(senderNum, amount),
];

/** The ledger entries of a transfer that was taken: its fee stays with the system. */
export const receivedEntries = (
  { sender_num, amount, gives }: { readonly sender_num: number; readonly amount: number; readonly gives: number },
  receiverNum: number,
): LedgerEntry[] => [
  escrowOf(sender_num, -amount),
  entry({ owner: receiverNum, kind: 'traffic' }, gives),
  entry({ owner: null, kind: 'push_fee' }, amount - gives),
];

/** The ledger entries of a transfer that came back whole. */
export const returnedEntries = (senderNum: number, amount: number): LedgerEntry[] =>
  madeEntries(senderNum, amount).map(({ amount: bytes, ...rest }) => ({ ...rest, amount: -bytes }));
