import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { Client, Connection, Submittable } from 'pg';

/** Small messages are gathered up to this many bytes. */
const CHUNK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/** Functions of pg's connection that its types do not name. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** Result of a `COPY … TO STDOUT`. Pauses the socket while the reader is slow. */
class CopyOut extends Readable implements Submittable {
  readonly #statement: string;
  #connection: Connection | undefined;
  #gathered: Buffer[] = [];
  #bytes = 0;

  constructor(statement: string) {
    super({ highWaterMark: 4 * CHUNK_BYTES });
    this.#statement = statement;
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.#statement);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  override _destroy(fault: Error | null, done: (fault?: Error | null) => void): void {
    // The rest of the answer is read and dropped, so that the connection can end.
    this.#connection?.stream.resume();
    done(fault);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.destroyed) return;
    // The parser writes over its buffer with the next packet.
    this.#gathered.push(Buffer.from(chunk));
    this.#bytes += chunk.length;
    if (this.#bytes >= CHUNK_BYTES) this.#pass();
  }

  handleCommandComplete(): void {
    if (!this.destroyed) this.#pass();
  }

  handleReadyForQuery(): void {
    if (!this.destroyed) this.push(null);
  }

  handleError(fault: Error): void {
    this.destroy(fault);
  }

  #pass(): void {
    if (this.#bytes === 0) return;
    const isWanted = this.push(Buffer.concat(this.#gathered));
    this.#gathered = [];
    this.#bytes = 0;
    if (!isWanted) this.#connection?.stream.pause();
  }
}

/** Bytes of a `COPY … TO STDOUT`, as the reader wants them. The client serves nothing else until their end. */
export const copyOut = (client: Client, statement: string): Readable => client.query(new CopyOut(statement));

/**
 * Sends bytes to a `COPY … FROM STDIN`. Rejects with the server's error, or with that of the source; in both cases
 * the table keeps none of the rows.
 */
export const copyIn = (client: Client, statement: string, source: AsyncIterable<Buffer>): Promise<void> =>
  new Promise((resolve, reject) => {
    let fault: unknown;
    const feed = async (connection: CopyConnection): Promise<void> => {
      try {
        for await (const chunk of source) {
          if (fault !== undefined) return;
          connection.sendCopyFromChunk(chunk);
          if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
        }
        connection.endCopyFrom();
      } catch (problem) {
        fault ??= problem;
        connection.sendCopyFail('the source failed');
      }
    };
    client.query({
      submit: (connection: Connection) => connection.query(statement),
      handleCopyInResponse: (connection: CopyConnection) => void feed(connection),
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => resolve(),
      handleError: (problem: Error) => reject((fault ??= problem)),
    } as Submittable);
  });

/** Digest of a table's rows that does not depend on their order. */
export interface RowDigest {
  readonly rows: number;
  /** Sum of the rows' SHA-256 as eight numbers of 32 bits, in hexadecimal. */
  readonly sum: string;
}

/** Passes bytes of COPY's text format on; `result` is the digest of the rows that went by. */
export class RowDigester {
  readonly #sum = new Uint32Array(8);
  #rows = 0;
  #rest: Buffer = Buffer.alloc(0);

  async *through(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      this.#add(chunk);
      yield chunk;
    }
  }

  /** Throws when the last row has no end. */
  result(): RowDigest {
    if (this.#rest.length > 0) throw new Error('a row has no end');
    const sum = [...this.#sum].map((part) => part.toString(16).padStart(8, '0')).join('');
    return { rows: this.#rows, sum };
  }

  #add(chunk: Buffer): void {
    const text = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    let at = 0;
    // A newline in a value is escaped: each one ends a row.
    for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE, at)) {
      const hash = createHash('sha256').update(text.subarray(at, end)).digest();
      for (let part = 0; part < 8; part += 1) this.#sum[part]! += hash.readUInt32BE(4 * part);
      this.#rows += 1;
      at = end + 1;
    }
    this.#rest = text.subarray(at);
  }
}
