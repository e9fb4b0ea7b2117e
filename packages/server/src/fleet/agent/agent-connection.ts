import type { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { Agent } from 'node:http';
import type { Duplex } from 'node:stream';
import { connect, type TLSSocket } from 'node:tls';
import { guardedLookup, isPrivateAddress } from '../../platform/addresses.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import { AgentFault } from './agent-fault.ts';
import type { Pki } from '../certificates/pki.ts';

/** Where an agent listens. */
export interface AgentAddress {
  readonly host: string;
  readonly port: number;
  readonly allowPrivate: boolean;
}

/** An open connection, and the certificate that the agent showed; TLS tells that only once. */
export interface Connected {
  readonly socket: TLSSocket;
  readonly shown: X509Certificate;
}

/** Longest time until a connection stands and its certificate was verified. */
const CONNECT_MS = 8 * SECOND_MS;

/**
 * Opens a connection to an agent, with the panel's present certificate. Nothing is sent before `verify` has seen the
 * agent's certificate; what `verify` throws ends the connection. TLS itself only proves that the agent has the key of
 * that certificate.
 */
export const connectToAgent = async (
  { host, port, allowPrivate }: AgentAddress,
  pki: Pki,
  { verify, signal }: { readonly verify: (shown: X509Certificate) => void; readonly signal?: AbortSignal },
): Promise<Connected> => {
  if (!allowPrivate && isPrivateAddress(host))
    throw new AgentFault('unreachable', `${host} is a private address`, { code: 'privateAddress', detail: host });
  const late = AbortSignal.timeout(CONNECT_MS);
  const given = signal ? AbortSignal.any([signal, late]) : late;
  given.throwIfAborted();
  const socket = connect({
    host,
    port,
    minVersion: 'TLSv1.3',
    cert: pki.certificate,
    key: pki.privateKey,
    // Authorities and times are verified below, by the panel's own clock.
    rejectUnauthorized: false,
    lookup: guardedLookup(allowPrivate),
  });
  const end = (): void => void socket.destroy(given.reason as Error);
  given.addEventListener('abort', end, { once: true });
  // Until the first request nobody else listens for errors, and one without a listener would end the process.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'secureConnect');
    const shown = socket.getPeerX509Certificate();
    if (!shown) throw new AgentFault('refused', 'the agent shows no certificate', { code: 'handshake' });
    verify(shown);
    // What closed in the moment of the handshake tells nobody any more that it did.
    if (socket.destroyed) throw socket.errored ?? new Error('the connection closed at its beginning');
    return { socket, shown };
  } catch (cause) {
    socket.destroy();
    throw cause;
  } finally {
    given.removeEventListener('abort', end);
  }
};

/**
 * Connections to one agent that are kept open between calls, as long as the panel's certificate is the one
 * they began with.
 */
export class AgentConnections extends Agent {
  readonly #open: (signal: AbortSignal) => Promise<Connected>;
  readonly #pki: Pick<Pki, 'certificate'>;
  #closing = new AbortController();
  readonly #shown = new WeakMap<Duplex, string>();

  constructor(open: (signal: AbortSignal) => Promise<Connected>, pki: Pick<Pki, 'certificate'>) {
    super({ keepAlive: true, maxSockets: 2 });
    this.#open = open;
    this.#pki = pki;
  }

  override createConnection(_options: unknown, done?: (fault: Error | null, socket: Duplex) => void): undefined {
    void this.#connect(done);
  }

  async #connect(done?: (fault: Error | null, socket: Duplex) => void): Promise<void> {
    const { certificate } = this.#pki;
    let socket: TLSSocket;
    try {
      ({ socket } = await this.#open(this.#closing.signal));
    } catch (fault) {
      return done?.(fault instanceof Error ? fault : new Error(String(fault)), undefined as never);
    }
    this.#shown.set(socket, certificate);
    return done?.(null, socket);
  }

  override keepSocketAlive(socket: Duplex): boolean {
    super.keepSocketAlive(socket);
    return this.#shown.get(socket) === this.#pki.certificate;
  }

  /** Ends every connection, also those that do not stand yet; a call after it opens a new one. */
  override destroy(): void {
    const closing = this.#closing;
    this.#closing = new AbortController();
    closing.abort(new Error('the connection was closed by the panel'));
    super.destroy();
  }
}
