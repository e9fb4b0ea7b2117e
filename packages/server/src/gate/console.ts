import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { countries } from '@skyport/contract/countries';
import type { Gate } from './gate.ts';

const YEAR_SECONDS = 31_536_000;

/** Serves the built console: hashed assets for ever, the page itself never from a cache; and the country list. */
export const mountConsole = async (gate: Gate): Promise<void> => {
  gate.app.get('/country/country.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').send(countries),
  );
  const { consoleDir } = gate;
  if (!consoleDir || !existsSync(join(consoleDir, 'index.html'))) return;
  await gate.app.register(fastifyStatic, {
    root: consoleDir,
    preCompressed: true,
    setHeaders: (response, path) => {
      const hashed = path.includes('/assets/');
      response.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
};
