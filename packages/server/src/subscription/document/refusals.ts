import type { DocumentAnswer } from '../../platform/document-route.ts';

const plain = Object.entries({
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
}).flat();

const limited = (seconds: string): DocumentAnswer => ({
  status: 429,
  headers: [...plain, 'retry-after', seconds],
  body: Buffer.from('too many requests'),
});

/** Every kind of wrong link gets this answer: nothing is said about what is wrong. */
export const notFound: DocumentAnswer = { status: 404, headers: plain, body: Buffer.from('not found') };
/** For a client that sends many wrong links. */
export const tooManyWrong = limited('600');
/** For an account that has used up its fetches of the moment. */
export const tooOften = limited('60');
