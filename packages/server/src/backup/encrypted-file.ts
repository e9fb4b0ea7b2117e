import { Decrypter, Encrypter } from 'age-encryption';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { refuseBackup, refuseDamaged } from './refused.ts';

/** Extension of encrypted files, in the age format (age-encryption.org/v1). */
export const ENCRYPTED = '.age';
const HEAD = 'age-encryption.org/';
/** scrypt work factor (2^15, 32 MiB). Low, because the library computes it on the main thread. */
const COST = 15;

const streamOf = (path: string): ReadableStream<Uint8Array> => Readable.toWeb(createReadStream(path));

/** Writes a stream to `to` with mode 0600, and removes the partial file after a failure. */
const write = async (stream: ReadableStream<Uint8Array>, to: string): Promise<void> => {
  try {
    await pipeline(Readable.fromWeb(stream), createWriteStream(to, { mode: 0o600 }));
  } catch (fault) {
    await rm(to, { force: true });
    throw fault;
  }
};

/** Encrypts a file under a passphrase. */
export const encryptFile = async (from: string, to: string, passphrase: string): Promise<void> => {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(COST);
  encrypter.setPassphrase(passphrase.normalize('NFKC'));
  await write(await encrypter.encrypt(streamOf(from)), to);
};

/** Whether a file is encrypted; false where there is none. */
export const isEncrypted = async (path: string): Promise<boolean> => {
  const file = await open(path).catch(() => undefined);
  if (!file) return false;
  try {
    const { buffer } = await file.read(Buffer.alloc(HEAD.length), 0, HEAD.length, 0);
    return buffer.toString('latin1') === HEAD;
  } finally {
    await file.close();
  }
};

/** Decrypts a file. Refuses another passphrase, and bytes that were changed or cut off. */
export const decryptFile = async (from: string, to: string, passphrase: string): Promise<void> => {
  if (passphrase === '') refuseBackup('The backup is encrypted. Set BACKUP_PASSPHRASE to its passphrase.');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase.normalize('NFKC'));
  const plain = await decrypter
    .decrypt(streamOf(from))
    .catch(() => refuseBackup('BACKUP_PASSPHRASE is not the passphrase of this backup. Nothing was changed.'));
  await write(plain, to).catch((fault: unknown) => {
    if (fault instanceof Error && 'code' in fault) throw fault;
    refuseDamaged('it was changed or cut off after it was encrypted');
  });
};
