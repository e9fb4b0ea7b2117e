import { X509Certificate } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * Who this node is: key made here, certificate signed by the panel, and the panel's authority. All PEM. The certificate
 * is another one after a renewal, the rest stays.
 */
const Identity = z.object({ nodeId: z.uuid(), key: z.string(), certificate: z.string(), ca: z.string() });
export type Identity = z.infer<typeof Identity>;

const fileOf = (dataDir: string): string => join(dataDir, 'identity.json');

/** The node's identity, or undefined before enrolment. Throws when the file is damaged. */
export const readIdentity = (dataDir: string): Identity | undefined => {
  let text: string;
  try {
    text = readFileSync(fileOf(dataDir), 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw cause;
  }
  return Identity.parse(JSON.parse(text));
};

/** Writes the identity so that it is there wholly or not at all, readable by this user only. */
export const writeIdentity = (dataDir: string, identity: Identity): void => {
  const partial = `${fileOf(dataDir)}.part`;
  const file = openSync(partial, 'w', 0o600);
  writeSync(file, JSON.stringify(identity));
  fsyncSync(file);
  closeSync(file);
  renameSync(partial, fileOf(dataDir));
  const folder = openSync(dataDir, 'r');
  fsyncSync(folder);
  closeSync(folder);
};

/** When the node's certificate ends, as an ISO date. */
export const certificateExpires = (identity: Identity): string =>
  new Date(new X509Certificate(identity.certificate).validTo).toISOString();
