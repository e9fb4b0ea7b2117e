import { type Clock, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { OutgoingFault } from '../../platform/outgoing.ts';

/** A node, or a service in front of many, that answers about one chain. */
export interface Endpoint {
  /** With the key, where a service has its keys in addresses. */
  readonly url: string;
  /** Key that is sent as a header, as TronGrid wants it. */
  readonly key?: string;
}

/** How the outside world is asked: `fetch`, for at most so many bytes. Throws RangeError for a longer answer. */
export type Http = (url: string, init: RequestInit, maxBytes: number) => Promise<Response>;

/** What watchers need of the world. */
export interface Outside {
  readonly http: Http;
  readonly clock: Clock;
}

/**
 * Kinds of endpoint faults. `refused`: the endpoint rejects the request, e.g. for too many blocks; `large`: its answer
 * exceeds the bound, so a smaller range is needed; `lagging`: it is behind known blocks; `ahead`: its blocks are of the
 * future, or more than the chain can have made; `forked`: its blocks differ from those read before.
 */
export type FaultKind =
  | 'unreachable'
  | 'throttled'
  | 'refused'
  | 'large'
  | 'bad-answer'
  | 'wrong-chain'
  | 'lagging'
  | 'ahead'
  | 'forked';

/** An endpoint cannot be believed or used now. Its message names the endpoint's host and nothing that is secret. */
export class EndpointFault extends Error {
  readonly endpoint: string;
  readonly kind: FaultKind;
  /** More about it where there is more: the HTTP status, the number of an error, why nobody has answered. */
  readonly detail: string;
  constructor(endpoint: string, kind: FaultKind, detail = '') {
    super(`${endpoint}: ${kind}${detail && ` (${detail})`}`);
    this.endpoint = endpoint;
    this.kind = kind;
    this.detail = detail;
  }
}

/** An endpoint that is asked within limits. What cannot be had throws an EndpointFault. */
export interface Client {
  /** Its host; keys stand in the rest of its address. */
  readonly name: string;
  /** JSON that is answered to a GET of a path below the endpoint's address. */
  get(path: string, query: Readonly<Record<string, string>>): Promise<unknown>;
  /** JSON that is answered to a POST of JSON; `wide` takes as much as one block can hold. */
  post(path: string, body: object, bound?: 'wide'): Promise<unknown>;
}

/** What an answer may hold, and how long it may take in ms. */
interface Bound {
  readonly bytes: number;
  readonly ms: number;
}
const MIB = 1024 * 1024;
const USUAL: Bound = { bytes: 8 * MIB, ms: 10 * SECOND_MS };
/** The gas of a block is not enough for half as many events. */
const WIDE: Bound = { bytes: 64 * MIB, ms: MINUTE_MS };
const THROTTLED: readonly number[] = [403, 429, 503];
const REFUSED: readonly number[] = [400, 413];
const FIRST_REST_MS = 30 * SECOND_MS;
const LONGEST_REST_MS = 10 * MINUTE_MS;

/** How long a throttled endpoint is left alone: what it asks for, else twice as long each time; milliseconds. */
export const restAfter = (times: number, askedSeconds: number): number =>
  Math.min(Math.max(FIRST_REST_MS * 2 ** (times - 1), askedSeconds * SECOND_MS), LONGEST_REST_MS);

const bodyOf = async (response: Response, most: number): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > most) throw new RangeError('too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const addressOf = ({ url }: Endpoint, path: string, query: Readonly<Record<string, string>>): string => {
  const address = new URL(url);
  if (path) address.pathname = address.pathname.replace(/\/$/, '') + path;
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
};

/** An answer with its text. Throws an EndpointFault where there is none, or one that is too long. */
const answerOf = async (
  name: string,
  asked: Promise<Response>,
  mostBytes: number,
): Promise<{ readonly response: Response; readonly text: string }> => {
  try {
    const response = await asked;
    return { response, text: await bodyOf(response, mostBytes) };
  } catch (fault) {
    if (fault instanceof EndpointFault) throw fault;
    if (fault instanceof RangeError) throw new EndpointFault(name, 'large');
    throw new EndpointFault(name, 'unreachable', fault instanceof OutgoingFault ? fault.code : '');
  }
};

/** What an endpoint is asked. */
interface Asked {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly init: RequestInit;
  readonly bound?: Bound;
}

/** Begins to ask an endpoint. While it wants to be left alone, it is not asked. */
export const createClient = (endpoint: Endpoint, { http, clock }: Outside): Client => {
  const name = new URL(endpoint.url).host;
  let throttled = 0;
  let restsUntil = 0;

  const rest = (response: Response): EndpointFault => {
    throttled += 1;
    const asked = Number(response.headers.get('retry-after') ?? 0);
    restsUntil = clock.now().getTime() + restAfter(throttled, Number.isFinite(asked) ? asked : 0);
    return new EndpointFault(name, 'throttled', String(response.status));
  };

  const ask = async ({ path, query = {}, init, bound = USUAL }: Asked): Promise<unknown> => {
    if (clock.now().getTime() < restsUntil) throw new EndpointFault(name, 'throttled', 'resting');
    const headers = new Headers({ accept: 'application/json', 'content-type': 'application/json' });
    if (endpoint.key) headers.set('TRON-PRO-API-KEY', endpoint.key);
    // A redirect would take the key elsewhere.
    const options: RequestInit = { ...init, headers, redirect: 'error', signal: AbortSignal.timeout(bound.ms) };
    const asked = http(addressOf(endpoint, path, query), options, bound.bytes);
    const { response, text } = await answerOf(name, asked, bound.bytes);
    if (THROTTLED.includes(response.status)) throw rest(response);
    if (REFUSED.includes(response.status)) throw new EndpointFault(name, 'refused', String(response.status));
    if (!response.ok) throw new EndpointFault(name, 'bad-answer', String(response.status));
    throttled = 0;
    try {
      return JSON.parse(text);
    } catch {
      throw new EndpointFault(name, 'bad-answer', 'no JSON');
    }
  };

  return {
    name,
    get: (path, query) => ask({ path, query, init: { method: 'GET' } }),
    post: (path, body, bound) =>
      ask({ path, init: { method: 'POST', body: JSON.stringify(body) }, ...(bound && { bound: WIDE }) }),
  };
};
