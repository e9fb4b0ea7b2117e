import { randomUUID } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { dataDirOf } from '../platform/data-dir.ts';
import type { Env } from '../platform/env.ts';
import type { Link } from './chain-rules.ts';

const Kept = z.object({ seq: z.number().int().positive(), chain: z.string().regex(/^[0-9a-f]{64}$/) });

const fileOf = (env: Pick<Env, 'DATA_DIR'>): string => join(dataDirOf(env.DATA_DIR, process.cwd()), 'audit-end.json');

/**
 * The end of the chain as this machine's data folder knows it; undefined when it knows none yet. Throws when the file
 * is damaged: then nothing can be said of the end.
 */
export const readKeptEnd = async (env: Pick<Env, 'DATA_DIR'>): Promise<Link | undefined> => {
  let text: string;
  try {
    text = await readFile(fileOf(env), 'utf8');
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fault;
  }
  const { seq, chain } = Kept.parse(JSON.parse(text));
  return { seq, chain: Buffer.from(chain, 'hex') };
};

/**
 * Keeps the end of the chain outside the database, whole or not at all, also when the machine stops in between or
 * several processes write at once.
 */
export const writeKeptEnd = async (env: Pick<Env, 'DATA_DIR'>, { seq, chain }: Link): Promise<void> => {
  const file = fileOf(env);
  const draft = `${file}.${randomUUID()}`;
  const made = await open(draft, 'wx', 0o600);
  try {
    await made.writeFile(`${JSON.stringify({ seq, chain: chain.toString('hex') })}\n`);
    await made.sync();
  } finally {
    await made.close();
  }
  await rename(draft, file);
};
