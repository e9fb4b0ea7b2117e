import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PATIENCE_MS } from '../patience.ts';

/** What is wrong with a gateway just now. */
export interface Trouble {
  /** It takes connections and closes them. */
  down: boolean;
  /** Milliseconds before each answer. */
  slow: number;
  /** This status, with a page of HTML, in the place of every answer. */
  status: number | undefined;
  /** A firewall's page in the place of every answer. */
  html: boolean;
}

/** No trouble at all. */
export const healthy: Trouble = { down: false, slow: 0, status: undefined, html: false };

/** A request as it was read. */
export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a gateway answers. */
export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly location?: string;
}

/** An answer in JSON. */
export const json = (answer: unknown, status = 200): Reply => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(answer),
});

/** A page on which customers pay. */
export const page = (inside: string, status = 200): Reply => ({
  status,
  contentType: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="zh"><head><title>收银台</title></head><body><main>${inside}</main></body></html>`,
});

/** A page with one button that pays. */
export const payPage = (path: string): Reply =>
  page(`<form action="${path}" method="post"><button>确认支付</button></form>`);

/** A gateway on a real socket. */
export interface Served {
  /** Ends with a slash. */
  readonly url: string;
  /** Paths that were asked for, oldest first, without their queries. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** How a gateway answers, and what it does once a customer was sent back. */
export interface Answering {
  answer(heard: Heard): Reply;
  afterPaying(): Promise<unknown>;
}

const BLOCKED = '<html><body>Checking your browser…</body></html>';

/** Serves a gateway on loopback, with what is wrong with it. */
export const serveGateway = async (trouble: Trouble, { answer, afterPaying }: Answering): Promise<Served> => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const serve = async (): Promise<void> => {
      const url = new URL(request.url ?? '/', 'http://gateway.test');
      const parts: Buffer[] = [];
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
      asked.push(url.pathname);
      if (trouble.down) return void request.socket.destroy();
      const blocked = trouble.status !== undefined || trouble.html;
      const { method = 'GET', headers } = request;
      const body = Buffer.concat(parts).toString();
      const heard = { method, path: url.pathname, query: url.searchParams, headers, body };
      const reply = blocked
        ? { status: trouble.status ?? 200, contentType: 'text/html', body: BLOCKED }
        : answer(heard);
      if (trouble.slow > 0) await new Promise((resolve) => setTimeout(resolve, trouble.slow));
      const { location } = reply as Reply;
      response.writeHead(reply.status, { 'content-type': reply.contentType, ...(location && { location }) });
      response.end(reply.body);
      // A customer has paid on a page of the gateway: the notification goes its own way.
      if (location !== undefined) await afterPaying();
    };
    void serve();
  });
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

/** A notification, ready to be sent. */
export interface Envelope {
  readonly method: 'POST';
  readonly url: string;
  readonly query: '';
  readonly contentType: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An object in JSON on its way to a shop. */
export const envelopeOf = (url: string, body: string, more: Readonly<Record<string, string>> = {}): Envelope => ({
  method: 'POST',
  url,
  query: '',
  contentType: 'application/json; charset=utf-8',
  body,
  headers: { 'content-type': 'application/json; charset=utf-8', ...more },
});

/** Sends a notification; status 0 when nobody answers. */
export const sendEnvelope = async ({ method, url, headers, body }: Envelope) => {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(url, { method, redirect: 'manual', signal, headers, body });
    return { status: answer.status, body: await answer.text() };
  } catch {
    return { status: 0, body: '' };
  }
};
