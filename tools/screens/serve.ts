import { join } from 'node:path';
import { preview } from 'vite';
import { root } from '../run.ts';

/** A console that is served, without a panel. */
export interface ServedConsole {
  /** Its address, without a slash at the end. */
  readonly base: string;
  readonly close: () => Promise<void>;
}

/** Serves the built console on a free port; `outDir` is where it was built when that is not the usual folder. */
export const serveConsole = async (outDir?: string): Promise<ServedConsole> => {
  const server = await preview({
    root: join(root, 'packages/web'),
    logLevel: 'error',
    ...(outDir !== undefined && { build: { outDir } }),
    preview: { port: 0 },
  });
  return { base: (server.resolvedUrls?.local[0] ?? '').replace(/\/$/, ''), close: () => server.close() };
};
