import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerTo, type Reply } from './answers.ts';
import { Books, type GatewayOrder } from './books.ts';
import { documented, envelopeOf, noticeParams, type Envelope, type GatewayKeys, type Shape } from './notices.ts';
import { bareKey, freshPair, type Params } from './php-signing.ts';
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
  /** Version 2 forgets its signature, or signs by another key. */
  signature: 'right' | 'missing' | 'foreign';
  /** Milliseconds that its clock is ahead. */
  clockAhead: number;
  /** Fields that it answers in the place of the true ones when it is asked for a trade. */
  lies: Params;
}

const healthy: Trouble = {
  down: false,
  slow: 0,
  status: undefined,
  html: false,
  signature: 'right',
  clockAhead: 0,
  lies: {},
};

/** How a payment that was begun by the interface is answered; a data URL is a picture of a code. */
export type Offer = 'payurl' | 'qrcode' | 'urlscheme' | 'html' | 'jsapi' | `data:${string}`;

/** A gateway of both versions on a real socket, with one merchant and books of its own. */
export interface EpayGateway {
  /** Ends with a slash. */
  readonly url: string;
  /** What the merchant copies from the gateway's pages. */
  readonly merchant: {
    readonly pid: string;
    readonly key: string;
    readonly signKeyMode: 'plain' | 'amp_key';
    readonly privateKey: string;
    readonly platformKey: string;
  };
  readonly keys: GatewayKeys;
  readonly books: Books;
  readonly shape: Shape;
  readonly trouble: Trouble;
  offer: Offer | undefined;
  /** Paths that were asked for, oldest first, without their queries. */
  readonly asked: string[];
  /** Its clock now, in milliseconds. */
  now(): number;
  /** Ends all trouble and every oddity. */
  recover(): void;
  /** The customer pays an order. Throws when there is no such order. */
  pay(outTradeNo: string): GatewayOrder;
  /** The notification of an order as it would be sent now. */
  envelope(outTradeNo: string): Envelope;
  /** Sends a notification whether it is due or not; gives the answer. */
  notify(outTradeNo: string): Promise<{ readonly status: number; readonly body: string }>;
  /** Sends what is due by the clock; gives how many were sent. */
  deliver(): Promise<number>;
  close(): Promise<void>;
}

/** Starts a gateway on loopback, with fresh keys. */
export const startEpayGateway = async (
  given: { readonly clock?: () => Date; readonly signKeyMode?: 'plain' | 'amp_key'; readonly series?: string } = {},
): Promise<EpayGateway> => {
  const { clock = () => new Date(), signKeyMode = 'plain', series = '2026112100' } = given;
  const [merchant, platform] = [freshPair(), freshPair()];
  const [pid, key] = ['1001', randomBytes(16).toString('hex')];
  const trouble = { ...healthy };
  const books = new Books(series);
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const gateway: EpayGateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    merchant: {
      pid,
      key,
      signKeyMode,
      privateKey: bareKey(merchant.privateKey),
      platformKey: bareKey(platform.publicKey),
    },
    keys: { pid, key, signKeyMode, platformPrivate: platform.privateKey },
    books,
    shape: { ...documented },
    trouble,
    offer: undefined,
    asked: [],
    now: () => clock().getTime() + trouble.clockAhead,
    recover: () => {
      Object.assign(trouble, healthy);
      Object.assign(gateway.shape, documented);
      gateway.offer = undefined;
    },
    pay: (outTradeNo) => {
      const order = orderOf(outTradeNo);
      books.pay(order, gateway.now());
      return order;
    },
    envelope: (outTradeNo) => {
      const order = orderOf(outTradeNo);
      const params = noticeParams(order, gateway.keys, { shape: gateway.shape, now: gateway.now() });
      return envelopeOf(order.made['notify_url']!, params, gateway.shape);
    },
    notify: async (outTradeNo) => {
      const order = orderOf(outTradeNo);
      const answer = await send(gateway.envelope(outTradeNo));
      // As the real ones: whatever the status is.
      books.tried(order, answer.body.includes('success'), gateway.now());
      return answer;
    },
    deliver: async () => {
      const due = [...books.orders.values()].filter(({ nextTry = Infinity }) => nextTry <= gateway.now());
      for (const { outTradeNo } of due) await gateway.notify(outTradeNo);
      return due.length;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const orderOf = (outTradeNo: string): GatewayOrder => {
    const order = books.find(outTradeNo, gateway.now());
    if (!order) throw new Error(`the gateway knows no order ${outTradeNo}`);
    return order;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', gateway.url);
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    gateway.asked.push(url.pathname);
    if (trouble.down) return void request.socket.destroy();
    const sent = request.method === 'POST' ? Buffer.concat(parts).toString() : url.search.slice(1);
    const params = Object.fromEntries(new URLSearchParams(sent));
    const reply = troubled(trouble) ?? answerTo(gateway, merchant.publicKey, { path: url.pathname, params, request });
    if (trouble.slow > 0) await new Promise((resolve) => setTimeout(resolve, trouble.slow));
    response.writeHead(reply.status, {
      'content-type': reply.contentType,
      ...(reply.location !== undefined && { location: reply.location }),
    });
    response.end(reply.body);
    // A customer has paid on our page: the notification goes its own way.
    if (reply.location !== undefined) await gateway.deliver();
  };
  return gateway;
};

const troubled = ({ status, html }: Trouble): Reply | undefined =>
  status === undefined && !html
    ? undefined
    : { status: status ?? 200, contentType: 'text/html', body: '<html><body>Checking your browser…</body></html>' };

const send = async ({ method, url, contentType, body }: Envelope): Promise<{ status: number; body: string }> => {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const posted = method === 'POST' ? { body, headers: { 'content-type': contentType } } : {};
    const answer = await fetch(url, { method, redirect: 'manual', signal, ...posted });
    return { status: answer.status, body: await answer.text() };
  } catch {
    return { status: 0, body: '' };
  }
};
