import 'reflect-metadata';
import { writeSync } from 'node:fs';
import { createServer } from 'node:http';
import { settleNow } from '@skyport/server/orders/settle';
import { startUsdtWatch } from '@skyport/server/payments/usdt/watcher';
import { crashFromEnv, noCrash, type CrashPoint } from '@skyport/server/platform/crash';
import { createFaultLog } from '@skyport/server/platform/error-log';
import { makeSession, startTestApp } from '@skyport/server/testing-app';
import { allJobs } from '@skyport/server/wiring';
import { startJobs } from '@skyport/server/worker';
import { proofEnvironment } from './environment.ts';
import { sidePaths, type Armed, type Clocked, type Told } from './protocol.ts';

/*
 * One server process of a proof: the whole product behind its gate on a real socket, by a clock that is so many
 * milliseconds ahead, and a second socket on which a provider says that money arrived. It has no limits on how often
 * somebody calls, because the proofs are about what many calls at once do.
 */

const CLOCK_MS = 20;
const { env } = process;
let ahead = Number(env['AHEAD_MS']);
const databaseUrl = env['DATABASE_URL'] ?? '';

const app = await startTestApp(databaseUrl, proofEnvironment);
const { deps, gate, clock } = app;
const tick = (): void => clock.set(new Date(Date.now() + ahead));
tick();
setInterval(tick, CLOCK_MS).unref();
Object.assign(gate, { rateLimiter: { allowsAddress: () => true, allowsAccount: () => true } });

let armed = noCrash;
Object.assign(deps, { crash: { at: (point: CrashPoint) => armed.at(point) } });

/** The product's own crash points, which say where they struck. */
const arm = ({ at }: Armed): void => {
  armed = crashFromEnv(at, () => {
    writeSync(process.stdout.fd, `crashed at ${at}\n`);
    process.kill(process.pid, 'SIGKILL');
  });
};

const tell = (told: Told): Promise<unknown> =>
  settleNow(deps, { ...told, source: 'provider', instance: 'test', actor: 'test', paidAt: clock.now() });

const goAhead = ({ aheadMs }: Clocked): void => {
  ahead = aheadMs;
  tick();
};

const hear = async (path: string | undefined, body: string): Promise<unknown> => {
  if (path === sidePaths.arm) return arm(JSON.parse(body) as Armed);
  return path === sidePaths.clock ? goAhead(JSON.parse(body) as Clocked) : tell(JSON.parse(body) as Told);
};

const side = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    hear(request.url, Buffer.concat(parts).toString()).then(
      (said) => response.end(JSON.stringify(said ?? null)),
      (fault: unknown) => response.writeHead(500).end(String(fault)),
    );
  });
});
await new Promise<void>((resolve) => {
  side.listen(0, '127.0.0.1', resolve);
});
const faults = createFaultLog(deps);
if (env['JOBS']) await startJobs({ databaseUrl, jobs: allJobs, deps, faults });
if (env['WATCH_CHAINS']) startUsdtWatch(deps, { faults });
const url = await app.gate.app.listen({ port: 0, host: '127.0.0.1' });
const { cookie } = await makeSession(deps, env['ADMIN_ID'] ?? '', true);
process.stdout.write(`serving ${JSON.stringify({ url, side: side.address(), cookie })}\n`);
