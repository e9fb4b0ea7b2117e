import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { holdLifeline, lifelineArgs } from '@skyport/agent/testing/lifeline';
import { createFastReader } from '@skyport/db';
import fastify from 'fastify';
import { parse, stringify } from 'yaml';

/**
 * What the product is compared with, in the same run: Fastify with a constant body, Fastify with one indexed select
 * over a pipelined connection (also with a body as long as a document: what the sending of it costs anybody), and a
 * document that is made of objects and written out by a YAML library for each request.
 */
export interface Baseline {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export const LINES = 30;

/** Starts the baseline in a process of its own; `body` is what the constant answers. */
export const startBaseline = async (databaseUrl: string, body: string): Promise<Baseline> => {
  const child: ChildProcess = spawn(process.execPath, [...lifelineArgs, fileURLToPath(import.meta.url), databaseUrl], {
    stdio: ['pipe', 'pipe', 'inherit', 'pipe'],
  });
  holdLifeline(child);
  child.stdin?.end(body);
  if (!child.stdout) throw new Error('the baseline has no output');
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
};

const select = { name: 'bench.select', text: 'select id, num, email from users where id = $1' };

interface Parsed {
  readonly proxies: readonly object[];
}

/** The product's own document as objects, with a user's id where credentials stand: what a plain server writes out. */
const naiveDocument = ({ proxies, ...rest }: Parsed, user: { id: string }): object => ({
  ...rest,
  proxies: proxies.map((proxy) => ({ ...proxy, uuid: user.id })),
});

const serve = async (databaseUrl: string, body: string): Promise<string> => {
  const reader = createFastReader(databaseUrl);
  let parsed: Parsed | undefined;
  const app = fastify({ logger: false });
  // As bytes: encoding a text anew for each answer would make the baseline look slower than it is.
  const bytes = Buffer.from(body);
  app.get('/constant', async (_request, reply) => reply.type('text/yaml; charset=utf-8').send(bytes));
  app.get<{ Params: { id: string } }>('/select/:id', async (request) => reader.row(select, [request.params.id]));
  app.get<{ Params: { id: string } }>('/sized/:id', async (request, reply) => {
    const user = await reader.row(select, [request.params.id]);
    return reply
      .code(user ? 200 : 404)
      .type('text/yaml; charset=utf-8')
      .send(bytes);
  });
  app.get<{ Params: { id: string } }>('/naive/:id', async (request, reply) => {
    const user = (await reader.row<{ id: string }>(select, [request.params.id])) ?? { id: '' };
    parsed ??= parse(body) as Parsed;
    return reply.type('text/yaml; charset=utf-8').send(stringify(naiveDocument(parsed, user)));
  });
  return app.listen({ port: 0, host: '127.0.0.1' });
};

if (import.meta.main) {
  let body = '';
  for await (const part of process.stdin) body += String(part);
  process.stdout.write(`${await serve(process.argv[2] ?? '', body)}\n`);
}
