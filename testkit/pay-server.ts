import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PATIENCE_MS } from './patience.ts';

/** What is wrong with a provider's server just now. */
export interface ServerTrouble {
  /** It takes connections and closes them. */
  down: boolean;
  /** Milliseconds before each answer. */
  slow: number;
  /** This status, with a page of HTML, in the place of every answer. */
  status: number | undefined;
  /** A firewall's page in the place of every answer. */
  html: boolean;
}

/** A request as it was read. */
export interface PayRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What is answered. */
export interface PayReply {
  readonly status: number;
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** A page in HTML. */
export const htmlPage = (inside: string, status = 200): PayReply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html lang="zh"><head><title>收银台</title></head><body><main>${inside}</main></body></html>`,
});

/** A server of a provider on loopback; `asked` are paths, oldest first, without their queries. */
export interface PayServer {
  /** Ends with a slash. */
  readonly url: string;
  readonly asked: string[];
  close(): Promise<void>;
}

/** Starts a server that answers by a function, or as its trouble says. `after` runs behind each answer. */
export const startPayServer = async (
  trouble: ServerTrouble,
  answer: (request: PayRequest) => PayReply,
  after: (reply: PayReply) => Promise<unknown>,
): Promise<PayServer> => {
  const asked: string[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    asked.push(url.pathname);
    if (trouble.down) return void request.socket.destroy();
    const { method = 'GET', headers } = request;
    const reply = troubled(trouble) ?? answer({ method, url, headers, body: Buffer.concat(parts).toString() });
    if (trouble.slow > 0) await new Promise((resolve) => setTimeout(resolve, trouble.slow));
    response.writeHead(reply.status, reply.headers);
    response.end(reply.body);
    await after(reply);
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const troubled = ({ status, html }: ServerTrouble): PayReply | undefined =>
  status === undefined && !html ? undefined : htmlPage('Checking your browser…', status ?? 200);

/** A notification, ready to be sent. */
export interface PayNotice {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Posts a notification; the status is 0 when nobody answers. */
export const postNotice = async ({ url, headers, body }: PayNotice): Promise<{ status: number; body: string }> => {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(url, { method: 'POST', redirect: 'manual', signal, headers, body });
    return { status: answer.status, body: await answer.text() };
  } catch {
    return { status: 0, body: '' };
  }
};
