import { readLockHolder, acquireFileLock, type FileLock } from '@skyport/db';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** A reader takes the lock for a moment; whoever has it for longer than this is serving. */
const WAIT_MS = 1000;

/**
 * Writes down where this process serves, until it gives that up or dies. Undefined when another process with the same
 * data folder has done so already: then its address stands.
 */
export const noteServing = (dataDir: string, address: string): FileLock | undefined =>
  acquireFileLock(join(dataDir, 'serving'), { address, waitMs: WAIT_MS });

/** The address that a running panel of this data folder serves; undefined when none runs. */
export const servedAddress = (dataDir: string): string | undefined => readLockHolder(join(dataDir, 'serving'))?.address;

/** Throws one sentence when the port cannot be listened on, so that a start ends before it begins anything. */
export const assertPortFree = async ({ PORT, HOST }: { PORT: number; HOST: string }): Promise<void> => {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (fault: NodeJS.ErrnoException) => {
      const what = fault.code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be used (${fault.message})`;
      reject(new Error(`port ${PORT} of ${HOST} ${what}; stop that program or set PORT and HOST`));
    });
    server.listen({ port: PORT, host: HOST, exclusive: true }, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
};
