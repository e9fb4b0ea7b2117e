import 'reflect-metadata';
import { createServer } from 'node:http';
import { inTransaction } from '@skyport/db';
import { settle } from '@skyport/server/orders/settle';
import { makeSession, startTestApp } from '@skyport/server/testing-app';
import type { Told } from './protocol.ts';

/*
 * One server process of a proof: the whole product behind its gate on a real socket, by the time of day, and a second
 * socket on which a provider says that money arrived. It has no limits on how often somebody
 * calls, because the proofs are about what many calls at once do.
 */

const CLOCK_MS = 20;
const { env } = process;

const app = await startTestApp(env['DATABASE_URL'] ?? '', { TEST_PAYMENTS: '1' });
const { deps, gate, clock } = app;
const tick = (): void => clock.set(new Date());
tick();
setInterval(tick, CLOCK_MS).unref();
Object.assign(gate, { rateLimiter: { allowsAddress: () => true, allowsAccount: () => true } });

const hear = async (told: Told): Promise<unknown> => {
  const claim = { ...told, source: 'provider', instance: 'test', actor: 'test' } as const;
  return inTransaction(deps.db, (trx) => settle(trx, deps, { ...claim, paidAt: clock.now() }));
};

const side = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    hear(JSON.parse(Buffer.concat(parts).toString()) as Told).then(
      (said) => response.end(JSON.stringify(said ?? null)),
      (fault: unknown) => response.writeHead(500).end(String(fault)),
    );
  });
});
await new Promise<void>((resolve) => {
  side.listen(0, '127.0.0.1', resolve);
});
const url = await app.gate.app.listen({ port: 0, host: '127.0.0.1' });
const { cookie } = await makeSession(deps, env['ADMIN_ID'] ?? '', true);
process.stdout.write(`serving ${JSON.stringify({ url, side: side.address(), cookie })}\n`);
