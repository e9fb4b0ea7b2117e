import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { countries } from '@skyport/contract/countries';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { createConsolePage } from './console-page.ts';
import type { Gate } from './gate.ts';
import { hostOf } from './host-of.ts';

const YEAR_SECONDS = 31_536_000;

/** Serves the built console: hashed assets for ever, the page itself never from a cache; and the country list. */
export const mountConsole = async (gate: Gate): Promise<void> => {
  gate.app.get('/country/country.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').send(countries),
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
      const hashed = path.includes('/assets/');
      response.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
};

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
