import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** Heads of requests for documents; everything else that HTTP does not know is refused as before. */
const LINK = /^(?:GET|HEAD) \/api\/subscript\//;
/** A User-Agent with its value: some apps put the name of a device into it, whatever that is. */
const AGENT = /(\r\nuser-agent:)(.*?)(?=\r\n)/is;
/** What a value must not have (RFC 9110, section 5.5). */
// oxlint-disable-next-line no-control-regex -- control characters are meant
const CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f]/g;
const END = '\r\n\r\n';

/**
 * The whole head of a request for a document with blanks for what must not stand in its User-Agent, and an end of the
 * connection behind the answer; undefined for other requests, those with a body, and where something else is wrong.
 */
export const repairedHead = (packet: Buffer): Buffer | undefined => {
  const text = packet.toString('latin1');
  if (!LINK.test(text) || text.indexOf(END) !== text.length - END.length) return undefined;
  const repaired = text.replace(AGENT, (_all, name: string, value: string) => name + value.replace(CONTROLS, ' '));
  if (repaired === text) return undefined;
  const head = repaired.replace(/\r\nconnection:[^\r\n]*/gi, '').slice(0, -END.length);
  return Buffer.from(`${head}\r\nConnection: close${END}`, 'latin1');
};

/** A connection whose request has been read already: it gives the repaired head, and answers go where they belong. */
class ReadConnection extends Duplex {
  readonly remoteAddress: string | undefined;
  readonly #socket: Socket;

  constructor(socket: Socket, head: Buffer) {
    super();
    this.#socket = socket;
    this.remoteAddress = socket.remoteAddress;
    this.push(head);
    socket.once('close', () => this.destroy());
  }

  override _read(): void {
    // Everything was given at once.
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (fault?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }
}

/** What is said to a connection whose request cannot be read, by the code of Node's parser. */
const REFUSALS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

const refuseConnection = (socket: Socket, code: string): void => {
  const status = REFUSALS[code] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0${END}`, () => socket.destroy());
};

/**
 * Answers a request for a document whatever is in its User-Agent, by giving its head to the server once more; refuses
 * everything else that Node's parser cannot read. For the server's event `clientError`.
 */
export const answerUnreadable = (
  server: Server,
  fault: Error & { readonly code?: string; readonly rawPacket?: unknown },
  socket: Socket,
): void => {
  if (fault.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const head = Buffer.isBuffer(fault.rawPacket) ? repairedHead(fault.rawPacket) : undefined;
  if (head) server.emit('connection', new ReadConnection(socket, head));
  else refuseConnection(socket, fault.code ?? '');
};
