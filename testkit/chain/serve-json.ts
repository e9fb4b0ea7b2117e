import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as a simulated service sees it. */
export interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  /** The JSON that was sent; an empty object for none. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What it answers: 200 with this JSON, or another status. */
export type Answer = { readonly status: number; readonly json?: unknown; readonly retryAfter?: number };

export interface JsonService {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves JSON on a port of this machine. A handler that throws answers 500. */
export const serveJson = async (handle: (asked: Asked) => Promise<Answer>): Promise<JsonService> => {
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const sent = await text(request);
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
      const body = sent === '' ? {} : (JSON.parse(sent) as Record<string, unknown>);
      const { status, json, retryAfter } = await handle({
        path: pathname,
        query: searchParams,
        body,
        headers: request.headers,
      });
      const headers = { 'content-type': 'application/json', ...(retryAfter && { 'retry-after': String(retryAfter) }) };
      response.writeHead(status, headers).end(JSON.stringify(json ?? {}));
    };
    answer().catch((fault: unknown) => response.writeHead(500).end(String(fault)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
