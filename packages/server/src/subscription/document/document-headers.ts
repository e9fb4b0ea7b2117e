import { documentHeaders, usageHeader } from '@skyport/documents';
import { LRUCache } from 'lru-cache';
import type { Usage } from './rules.ts';

/** What of a document's headers people share. */
type Shared = Pick<
  Parameters<typeof documentHeaders>[0],
  'title' | 'contentType' | 'extension' | 'webPage' | 'announcement'
>;

/** Headers of one document, names and values in turn. The gate adds what it puts on every answer. */
export interface OwnHeaders {
  /** For an answer with a body. */
  readonly full: readonly string[];
  /** For a 304. */
  readonly unchanged: readonly string[];
}

/** Shared headers that are cached: one for each kind of document, unless links ask for other names. */
const MAX_SHARED = 200;

const USAGE = 'subscription-userinfo';
/** Headers that differ by person, and those that the gate puts on every answer. */
const NOT_SHARED: ReadonlySet<string> = new Set([USAGE, 'referrer-policy']);
/** Headers that describe a body, which a 304 does not have. */
const OF_BODY: ReadonlySet<string> = new Set(['content-type', 'content-disposition']);
/** Documents differ by client and by compression. */
const VARY = ['vary', 'accept-encoding, user-agent'];
const NOTHING_USED: Usage = { upload: 0, download: 0, total: 0, expireSeconds: null };

/** The shared headers of a document, made anew. */
export const sharedHeadersOf = (shared: Shared): OwnHeaders => {
  const own = Object.entries(documentHeaders({ ...shared, ...NOTHING_USED })).filter(([name]) => !NOT_SHARED.has(name));
  return {
    full: [...own.flat(), ...VARY],
    unchanged: [...own.filter(([name]) => !OF_BODY.has(name)).flat(), ...VARY],
  };
};

/**
 * Makes the headers of documents. What people share of them is cached: making it anew costs some 5 % of a document's
 * processor time (ADR 12).
 */
export const createDocumentHeaders = (): ((shared: Shared, usage: Usage) => OwnHeaders) => {
  const cache = new LRUCache<string, OwnHeaders>({ max: MAX_SHARED });
  const cached = (shared: Shared): OwnHeaders => {
    const { title, contentType, extension = '', webPage, announcement = '' } = shared;
    const key = `${title}\n${contentType}\n${extension}\n${webPage}\n${announcement}`;
    const found = cache.get(key);
    if (found) return found;
    const made = sharedHeadersOf(shared);
    cache.set(key, made);
    return made;
  };
  return (shared, usage) => {
    const { full, unchanged } = cached(shared);
    const own = [USAGE, usageHeader(usage)];
    return { full: full.concat(own), unchanged: unchanged.concat(own) };
  };
};
