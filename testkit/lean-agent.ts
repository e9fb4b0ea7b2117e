import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { batchText, fleetPaths, type AgentState, type UsageRow } from '@skyport/contract/fleet';
import type { Pki } from '@skyport/server/fleet/certificates/pki';
import { agentState } from '@skyport/server/fleet/testing/agent-state';
import { nodeIdentity } from '@skyport/server/fleet/testing/fake-agent';

/**
 * An agent that says what a real one says and keeps nothing of what it is told but its generation and digest, so that a
 * hundred of them fit beside the panel that is measured.
 */
export interface LeanAgent {
  readonly port: number;
  readonly certificate: string;
  readonly epoch: string;
  /** Generation that was applied last, whether it came as a whole set, and how long the last whole set took (ms). */
  readonly held: { gen: number; kind: string; wholeMs: number };
  /** Bytes through its sockets so far, TLS and all. */
  bytes(): number;
  /** Loses what it has, as if its disk had been put back. */
  forget(): void;
  close(): Promise<void>;
}

const NOTHING = createHash('sha256').update('nothing').digest('hex');
/** As the real agent: the panel asks once a minute, and a handshake costs more than the question. */
const KEEP_ALIVE_MS = 75_000;

interface LeanOptions {
  /** Takes whole sets in parts with a pause (ms) after each; in one message without. */
  readonly parts?: { readonly pauseMs: number };
  /** Gives the use of the next batch; undefined when there is none yet. */
  readonly nextUse?: () => UsageRow[] | undefined;
}

/** Starts an agent on loopback with a certificate of the panel. */
export const startLeanAgent = async (
  pki: Pki,
  nodeId: string,
  { parts, nextUse }: LeanOptions = {},
): Promise<LeanAgent> => {
  const { certificate, key } = await nodeIdentity(pki, nodeId);
  const held = { gen: 0, digest: NOTHING, kind: 'none', wholeMs: 0 };
  const epoch = randomUUID();
  const sockets = new Set<Socket>();
  let past = 0;
  let begun = 0;
  const applied = (message: ReturnType<typeof headOf>, came: number): [number, object] => {
    if (message.kind === 'delta' && message.base !== held.gen) return [409, { gen: held.gen, digest: held.digest }];
    const wholeMs = message.kind === 'full' ? performance.now() - (message.parts > 0 ? begun : came) : held.wholeMs;
    Object.assign(held, { gen: message.gen, digest: message.digest, kind: message.kind, wholeMs });
    return [200, { applied_gen: held.gen, digest: held.digest }];
  };
  const answer = async (request: IncomingMessage): Promise<[number, object]> => {
    if (request.url === fleetPaths.state) return [200, { ...stateOf(held, epoch), features: parts ? ['parts'] : [] }];
    const came = performance.now();
    const ends = await endsOf(request);
    if (request.url === fleetPaths.desiredPart) {
      const part = { gen: numberIn(ends, /"gen":(\d+)/), part: numberIn(ends, /"part":(\d+)/) };
      if (part.part === 0) begun = came;
      await sleep(parts?.pauseMs ?? 0);
      return [200, part];
    }
    if (request.url === fleetPaths.desired) return applied(headOf(ends), came);
    const rows = request.url === fleetPaths.pull ? nextUse?.() : undefined;
    const batches = rows ? [batchOf(numberIn(ends, /"ack_seq":(\d+)/) + 1, rows)] : [];
    return [200, { epoch, batches, more: false, applied_gen: held.gen, clock: Date.now() }];
  };
  const server = createServer(
    {
      key,
      cert: certificate,
      ca: pki.ca,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.3',
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    (request, response) => {
      void answer(request).then(([status, body]) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      });
    },
  );
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      past += socket.bytesRead + socket.bytesWritten;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    certificate,
    epoch,
    held,
    bytes: () => [...sockets].reduce((sum, socket) => sum + socket.bytesRead + socket.bytesWritten, past),
    forget: () => void Object.assign(held, { gen: 0, digest: NOTHING, kind: 'none', wholeMs: 0 }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** A batch of today in UTC. */
const batchOf = (seq: number, rows: UsageRow[]) => {
  const now = Date.now();
  const batch = { seq, day: new Date(now).toISOString().slice(0, 10), from: now - 1000, to: now, rows };
  return { ...batch, sha256: createHash('sha256').update(batchText(batch)).digest('hex') };
};

const END = 400;

/** The first and the last bytes of a body: of a whole set, all that is between are users. */
const endsOf = async (request: IncomingMessage): Promise<string> => {
  const body = request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request;
  let [first, last] = ['', ''];
  for await (const part of body as AsyncIterable<Buffer>) {
    if (first.length < END) first += part.toString('latin1').slice(0, END);
    last = (last + part.toString('latin1', Math.max(0, part.length - END))).slice(-END);
  }
  return `${first}\n${last}`;
};

const found = (text: string, pattern: RegExp): string => {
  const value = pattern.exec(text)?.[1];
  if (value === undefined) throw new Error('a message of the panel looks otherwise than before');
  return value;
};

const numberIn = (text: string, pattern: RegExp): number => Number(found(text, pattern));

const headOf = (ends: string) => ({
  gen: numberIn(ends, /"gen":(\d+)\}$/),
  base: numberIn(ends, /"base_gen":(\d+)/),
  parts: Number(/"parts":(\d+),"digest"/.exec(ends)?.[1] ?? 0),
  kind: found(ends, /"kind":"(\w+)"/),
  digest: found(ends, /"digest":"([0-9a-f]{64})","gen"/),
});

const stateOf = ({ gen, digest }: { gen: number; digest: string }, epoch: string): AgentState =>
  agentState({ gen, digest, epoch, clock: Date.now(), online: [[1, 100]] });
