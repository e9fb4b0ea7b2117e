import { documentHeaders, type Rendered } from '@skyport/documents';
import { LRUCache } from 'lru-cache';

/** Headers that are the same for every user of a prepared document, names and values in turn. */
export interface SharedHeaders {
  /** For an answer with a body. */
  readonly full: readonly string[];
  /** For a 304. */
  readonly unchanged: readonly string[];
}

/** Titles and pages whose headers are cached; there is one of each unless links ask for other names. */
const MAX_HEADERS = 16;

/** Headers that differ by user, and those that the gate adds to every answer. */
const UNSHARED_HEADERS = new Set(['subscription-userinfo', 'referrer-policy']);
/** Headers that describe a body, which a 304 does not have. */
const BODY_HEADERS = new Set([...UNSHARED_HEADERS, 'content-type', 'content-disposition']);
/** Documents differ by client and by compression. */
const VARY = ['vary', 'accept-encoding, user-agent'];

/** The shared headers of a document under a title, for the console's address. */
export const sharedHeaders = ({
  contentType,
  extension,
}: Pick<Rendered, 'contentType' | 'extension'>): ((title: string, webPage: string) => SharedHeaders) => {
  const known = new LRUCache<string, SharedHeaders>({ max: MAX_HEADERS });
  return (title, webPage) => {
    const key = `${title}\n${webPage}`;
    const found = known.get(key);
    if (found) return found;
    const nothing = { upload: 0, download: 0, total: 0, expireSeconds: null };
    const all = Object.entries(documentHeaders({ title, contentType, extension, webPage, ...nothing }));
    const without = (names: ReadonlySet<string>): string[] => [
      ...all.flatMap(([name, value]) => (names.has(name) ? [] : [name, value])),
      ...VARY,
    ];
    const made = { full: without(UNSHARED_HEADERS), unchanged: without(BODY_HEADERS) };
    known.set(key, made);
    return made;
  };
};
