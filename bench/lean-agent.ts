import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createGunzip } from 'node:zlib';
import { fleetPaths, type AgentState } from '@skyport/contract/fleet';
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
  /** Generation that was applied last, and whether it came as a whole set. */
  readonly held: { gen: number; kind: string };
  /** Bytes through its sockets so far, TLS and all. */
  bytes(): number;
  /** Loses what it has, as if its disk had been put back. */
  forget(): void;
  close(): Promise<void>;
}

const NOTHING = createHash('sha256').update('nothing').digest('hex');
/** As the real agent: the panel asks once a minute, and a handshake costs more than the question. */
const KEEP_ALIVE_MS = 75_000;

/** Starts an agent on loopback with a certificate of the panel. */
export const startLeanAgent = async (pki: Pki, nodeId: string): Promise<LeanAgent> => {
  const { certificate, key } = await nodeIdentity(pki, nodeId);
  const held = { gen: 0, digest: NOTHING, kind: 'none' };
  const epoch = randomUUID();
  const sockets = new Set<Socket>();
  let past = 0;
  const answer = async (request: IncomingMessage): Promise<[number, object]> => {
    if (request.url === fleetPaths.state) return [200, stateOf(held, epoch)];
    const ends = await endsOf(request);
    if (request.url !== fleetPaths.desired)
      return [200, { epoch, batches: [], more: false, applied_gen: held.gen, clock: Date.now() }];
    const message = headOf(ends);
    if (message.kind === 'delta' && message.base !== held.gen) return [409, { gen: held.gen, digest: held.digest }];
    Object.assign(held, message);
    return [200, { applied_gen: held.gen, digest: held.digest }];
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
    forget: () => void Object.assign(held, { gen: 0, digest: NOTHING, kind: 'none' }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
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

const headOf = (ends: string) => ({
  gen: Number(found(ends, /"gen":(\d+)\}$/)),
  base: Number(found(ends, /"base_gen":(\d+)/)),
  kind: found(ends, /"kind":"(\w+)"/),
  digest: found(ends, /"digest":"([0-9a-f]{64})","gen"/),
});

const stateOf = ({ gen, digest }: { gen: number; digest: string }, epoch: string): AgentState =>
  agentState({ gen, digest, epoch, clock: Date.now(), online: [[1, 100]] });
