import type { OutsideProblem } from '@skyport/contract/outside-lists';
import { MINUTE_MS } from '../../platform/clock.ts';
import { createOutgoing, OutgoingFault, type Outgoing, type OutgoingAnswer } from '../../platform/outgoing.ts';

/** Bytes of an answer. Long published lists have two to four MB. */
const MAX_BYTES = 6 * 1024 * 1024;
/** Releases are often behind a redirect or two. Each address is judged like the first one. */
const MOST_REDIRECTS = 3;

/** What an address answered. */
export type FetchedList =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number; readonly etag: string }
  | { readonly kind: 'same' }
  | { readonly kind: 'problem'; readonly problem: OutsideProblem };

/** Which list is asked for. */
export interface ListRequest {
  readonly address: string;
  /** Of the names that are stored, when they came from this address; empty otherwise. */
  readonly etag: string;
  readonly allowPrivate: boolean;
  readonly signal: AbortSignal;
}

const PROBLEMS: Readonly<Record<OutgoingFault['code'], OutsideProblem>> = {
  insecure: 'address',
  private: 'address',
  slow: 'slow',
  large: 'large',
  certificate: 'certificate',
  unreachable: 'unreachable',
};

/** What is wrong with the address of a list, in Chinese; undefined when it will be asked. */
export const listAddressProblem = (address: string, allowPrivate: boolean): string | undefined => {
  const url = URL.parse(address);
  const problem = url && createOutgoing({ allowPrivate }).problemOf(url);
  if (!problem) return undefined;
  return problem === 'insecure' ? '名单地址应以 https:// 开头' : '名单地址不能是内网地址';
};

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

/** Asks an address, and those that it leads to; undefined when they lead nowhere. */
const follow = async (http: Outgoing, { address, etag, signal }: ListRequest): Promise<OutgoingAnswer | undefined> => {
  const headers = { accept: 'text/plain, */*', ...(etag !== '' && { 'if-none-match': etag }) };
  let url = URL.parse(address);
  for (let asked = 0; url && asked <= MOST_REDIRECTS; asked += 1) {
    const answer = await http.send({ url, headers, signal });
    if (!isRedirect(answer.status)) return answer;
    url = URL.parse(answer.headers.location ?? '', url.href);
  }
  return undefined;
};

const readAnswer = (answer: OutgoingAnswer | undefined): FetchedList => {
  if (!answer) return { kind: 'problem', problem: 'address' };
  const { status, text, bytes, headers } = answer;
  if (status === 304) return { kind: 'same' };
  if (status !== 200) return { kind: 'problem', problem: 'status' };
  if (/html/i.test(headers['content-type'] ?? '')) return { kind: 'problem', problem: 'notList' };
  return { kind: 'text', text, bytes: bytes.length, etag: headers.etag ?? '' };
};

/** Fetches a list: bounded in bytes and time, over https, never from a private address, also behind a redirect. */
export const fetchList = async (
  request: ListRequest,
  http = createOutgoing({ allowPrivate: request.allowPrivate, patienceMs: MINUTE_MS, maxBytes: MAX_BYTES }),
): Promise<FetchedList> => {
  try {
    return readAnswer(await follow(http, request));
  } catch (fault) {
    if (!(fault instanceof OutgoingFault)) throw fault;
    return { kind: 'problem', problem: PROBLEMS[fault.code] };
  }
};
