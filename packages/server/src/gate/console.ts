import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { countries } from '@skyport/contract/countries';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { createConsolePage } from './console-page.ts';
import type { Gate } from './gate.ts';
import { hostOf } from './host-of.ts';

const DAY_SECONDS = 86_400;
const YEAR_SECONDS = 31_536_000;

/** Serves the built console with the icons of groups, and the country list. The page is never kept. */
export const mountConsole = async (gate: Gate): Promise<void> => {
  gate.app.get('/country/country.json', async (_request, reply) =>
    reply.header('cache-control', `public, max-age=${DAY_SECONDS}`).send(countries),
  );
  const { consoleDir } = gate;
  const built = consoleDir && join(consoleDir, 'index.html');
  if (!built || !existsSync(built)) return;
  mountPage(gate, readFileSync(built, 'utf8'));
  await gate.app.register(fastifyStatic, {
    root: consoleDir,
    index: false,
    preCompressed: true,
    setHeaders: (response, path) => {
      const [folder = ''] = relative(consoleDir, path).split(sep);
      response.header('cache-control', CACHING.get(folder) ?? 'no-cache');
      // Dashboards of mihomo stand at other addresses.
      if (folder === 'icons') response.header('cross-origin-resource-policy', 'cross-origin');
    },
  });
};

/** How long files of a folder are kept: hashed ones for ever, icons that documents name for a day. */
const CACHING: ReadonlyMap<string, string> = new Map([
  ['assets', `public, max-age=${YEAR_SECONDS}, immutable`],
  ['icons', `public, max-age=${DAY_SECONDS}`],
]);

/** The page itself, which says what the host is that it was asked for at. */
const mountPage = (gate: Gate, built: string): void => {
  const pageOf = createConsolePage(built);
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { html, etag, policy } = pageOf(gate.hostInfo(hostOf(request)));
    void reply.headers({ etag, 'cache-control': 'no-cache', 'content-security-policy': policy });
    if (fresh(request.headers, { etag })) return reply.code(304).send();
    void reply.type('text/html; charset=utf-8').header('content-length', Buffer.byteLength(html));
    return reply.send(request.method === 'HEAD' ? '' : html);
  };
  for (const url of ['/', '/index.html']) gate.app.route({ method: ['GET', 'HEAD'], url, handler });
};
