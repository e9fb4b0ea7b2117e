import type { Settings } from '@skyport/contract/settings-table';
import { LRUCache } from 'lru-cache';
import type { DocumentRequest } from '../../platform/document-route.ts';
import { cachedForms, type CachedForms, type OwnDocument } from './answer.ts';
import type { Catalogue } from './catalogue.ts';

/** What a document was made from. */
export interface Source {
  /** When the user's row was asked for, in ms since 1970. */
  readonly readAt: number;
  readonly catalogue: Catalogue;
  readonly settings: Settings;
}

/** Everything of a request that its document may depend on. */
export type Facts = Pick<DocumentRequest, 'url' | 'userAgent' | 'host' | 'secure'>;

/** A document of one user, and what it was made from and for. */
export interface CachedDocument extends Source {
  readonly request: Facts;
  readonly document: OwnDocument;
  readonly forms: CachedForms;
}

/** How old the row of a user may be that a cached document was made from: well below the second of a visible change. */
const ROW_GOOD_FOR_MS = 500;

/** Bytes that an entry is counted with beside its body. */
const OVERHEAD = 512;

/** Documents of users who ask again and again; one for each link, that of the client that asked last. */
export interface DocumentCache {
  /** The document of a request, if making it anew could only give the same. */
  get(request: Facts, nowMs: number, now: Omit<Source, 'readAt'>): CachedDocument | undefined;
  /** Caches a new document. As long as its validators are the same, its body stays, and so does the compressed one. */
  put(request: Facts, document: OwnDocument, source: Source): CachedDocument;
}

const isSame = (one: Facts, other: Facts): boolean =>
  one.userAgent === other.userAgent && one.host === other.host && one.secure === other.secure;

/** A cache for at most `maxBytes` of bodies. */
export const createDocumentCache = (maxBytes: number): DocumentCache => {
  const byUrl = new LRUCache<string, CachedDocument>({
    maxSize: maxBytes,
    sizeCalculation: ({ forms }) => forms.bytes() + OVERHEAD,
  });
  return {
    get: (request, nowMs, { catalogue, settings }) => {
      const found = byUrl.get(request.url);
      if (!found || found.catalogue !== catalogue || found.settings !== settings) return undefined;
      const isFresh = isSame(found.request, request) && Math.abs(nowMs - found.readAt) < ROW_GOOD_FOR_MS;
      return isFresh ? found : undefined;
    },
    put: ({ url, userAgent, host, secure }, document, source) => {
      const before = byUrl.peek(url);
      const isUnchanged = before?.document.validators.plain === document.validators.plain;
      /** The size of an entry is counted anew for each form that is made. */
      const recount = (): void => {
        const current = byUrl.peek(url);
        if (current?.forms === forms) byUrl.set(url, { ...current });
      };
      const forms: CachedForms = isUnchanged && before ? before.forms : cachedForms(document, recount);
      const made = { ...source, request: { url, userAgent, host, secure }, document, forms };
      byUrl.set(url, made);
      return made;
    },
  };
};
