import type { Settings } from '@skyport/contract/settings-table';
import type { DocumentRequest } from '../platform/document-route.ts';
import { keptForms, type KeptForms, type OwnDocument } from './answer.ts';
import type { Catalogue } from './catalogue.ts';
import { createKept } from './kept.ts';

/** What a document was made from. */
export interface Source {
  /** When the user's row was asked for, in ms since 1970. */
  readonly readAt: number;
  readonly catalogue: Catalogue;
  readonly settings: Settings;
}

/** A finished document that stands for its user until the row is due to be read again. */
export interface KeptDocument extends Source {
  readonly request: Facts;
  readonly document: OwnDocument;
  readonly forms: KeptForms;
}

/** Everything of a request that its document may depend on. */
export type Facts = Pick<DocumentRequest, 'url' | 'userAgent' | 'host' | 'secure'>;

/** How old a user's row may be that a kept document was made from: well below the second of a visible change. */
const ROW_GOOD_FOR_MS = 500;

/** Documents of those who ask again and again; one for each address, that of the client that asked last. */
export interface KeptDocuments {
  /** The document of a request, if it would come out the same by all that this process knows now. */
  fresh(request: Facts, nowMs: number, now: Omit<Source, 'readAt'>): KeptDocument | undefined;
  /** Keeps a document made anew. As long as its validators are the same, its body stays, and so does its gzip. */
  keep(request: Facts, document: OwnDocument, source: Source): KeptDocument;
  bytes(): number;
}

const isSame = (one: Facts, other: Facts): boolean =>
  one.userAgent === other.userAgent && one.host === other.host && one.secure === other.secure;

/** A memory of at most `maxBytes` of bodies. */
export const createKeptDocuments = (maxBytes: number): KeptDocuments => {
  const kept = createKept<KeptDocument>(maxBytes);
  return {
    fresh: (request, nowMs, { catalogue, settings }) => {
      const found = kept.get(request.url);
      if (!found || found.catalogue !== catalogue || found.settings !== settings) return undefined;
      const isFresh = isSame(found.request, request) && Math.abs(nowMs - found.readAt) < ROW_GOOD_FOR_MS;
      return isFresh ? found : undefined;
    },
    keep: ({ url, userAgent, host, secure }, document, source) => {
      const before = kept.get(url);
      const same = before?.document.validators.plain === document.validators.plain;
      const forms: KeptForms = same && before ? before.forms : keptForms(document, () => grown(forms));
      const grown = (of: KeptForms): void => {
        const current = kept.get(url);
        if (current?.forms === of) kept.set(url, current, of.bytes());
      };
      const made = { ...source, request: { url, userAgent, host, secure }, document, forms };
      kept.set(url, made, forms.bytes());
      return made;
    },
    bytes: kept.bytes,
  };
};
