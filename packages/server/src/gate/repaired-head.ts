import type { Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** Heads of requests for documents; everything else that HTTP does not know is refused as before. */
const LINK = /^(?:GET|HEAD) \/api\/subscript\//;
/** User-Agent with its value. Some apps add the device's name, in any encoding. */
const AGENT = /(\r\nuser-agent:)(.*?)(?=\r\n)/is;
/** What a value must not have (RFC 9110, section 5.5). */
// oxlint-disable-next-line no-control-regex -- control characters are meant
const CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f]/g;
const END = '\r\n\r\n';

/**
 * The head of a document request with blanks for the control characters in its User-Agent, and `Connection: close`.
 * Undefined for other requests, for those with a body, and for heads with other faults.
 */
export const repairedHead = (packet: Buffer): Buffer | undefined => {
  const text = packet.toString('latin1');
  if (!LINK.test(text) || text.indexOf(END) !== text.length - END.length) return undefined;
  const repaired = text.replace(AGENT, (_all, name: string, value: string) => name + value.replace(CONTROLS, ' '));
  if (repaired === text) return undefined;
  const head = repaired.replace(/\r\nconnection:[^\r\n]*/gi, '').slice(0, -END.length);
  return Buffer.from(`${head}\r\nConnection: close${END}`, 'latin1');
};

/** Times after which a connection is given up, in ms. */
export interface UnreadableLimits {
  /** An answer of which the reader takes nothing. */
  readonly stalledAnswer: number;
  /** A sender that keeps its half open after it has been sent the whole answer. */
  readonly lingering: number;
}

const LIMITS: UnreadableLimits = { stalledAnswer: 15_000, lingering: 2000 };

/** Destroys a socket that was ended, in case its other side never closes. Node's own limits end with its parser. */
const destroyAfter = (socket: Socket, ms: number): void => {
  const timer = setTimeout(() => socket.destroy(), ms).unref();
  socket.once('close', () => clearTimeout(timer));
};

/** Replaces the socket of an unreadable request: it reads the repaired head, and writes to the socket. */
class RepairedConnection extends Duplex {
  readonly remoteAddress: string | undefined;
  readonly #socket: Socket;
  readonly #lingering: number;

  constructor(socket: Socket, head: Buffer, { lingering }: UnreadableLimits) {
    super();
    this.#socket = socket;
    this.#lingering = lingering;
    this.remoteAddress = socket.remoteAddress;
    this.push(head);
    socket.once('close', () => this.destroy());
  }

  override _read(): void {
    // The constructor pushed the whole request.
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (fault?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(() => {
      destroyAfter(this.#socket, this.#lingering);
      done();
    });
  }

  override _destroy(fault: Error | null, done: (fault: Error | null) => void): void {
    this.#socket.destroy();
    done(fault);
  }
}

/** Status line for a request that cannot be read, by the code of Node's parser. */
const REFUSALS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

const refuseConnection = (socket: Duplex, code: string): void => {
  const status = REFUSALS[code] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0${END}`, () => socket.destroy());
};

const repairedSockets = new WeakSet<Socket>();

/** The first response that a socket still owes. Node's own answer to unreadable requests reads the same field. */
const openResponse = (socket: Duplex): ServerResponse | undefined =>
  (socket as Duplex & { readonly _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;

/** An error of Node's parser; `rawPacket` holds the bytes that it could not read. */
type ParserFault = Error & { readonly code?: string; readonly rawPacket?: unknown };

const repairedHeadOf = ({ rawPacket }: ParserFault): Buffer | undefined =>
  Buffer.isBuffer(rawPacket) ? repairedHead(rawPacket) : undefined;

/**
 * Answers a request for a document with any User-Agent by giving the repaired head to the server; refuses everything
 * else that Node's parser cannot read. For the server's event `clientError`.
 */
export const answerUnreadable = (
  { server, limits = LIMITS }: { readonly server: Server; readonly limits?: UnreadableLimits | undefined },
  fault: ParserFault,
  socket: Duplex,
): void => {
  const { code = '' } = fault;
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const open = openResponse(socket);
  // A client would take a second status line inside an answer for a part of the answer.
  if (open?.headersSent) return void socket.destroy();
  if (!(socket instanceof Socket)) return refuseConnection(socket, code);
  // Bytes behind the repaired request: its answer is the last one, and they must not restart the limits.
  if (repairedSockets.has(socket)) return void socket.destroy();
  socket.setTimeout(limits.stalledAnswer, () => socket.destroy());
  // An earlier request that still waits would get this document as its answer.
  const head = open ? undefined : repairedHeadOf(fault);
  if (!head) return refuseConnection(socket, code);
  repairedSockets.add(socket);
  server.emit('connection', new RepairedConnection(socket, head, limits));
};
