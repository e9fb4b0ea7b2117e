import type { Settings } from '@skyport/contract/settings-table';
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
  readonly document: OwnDocument;
  readonly forms: KeptForms;
}

/** How old a user's row may be that a kept document was made from: well below the second of a visible change. */
const ROW_GOOD_FOR_MS = 500;

/** Documents of those who ask again and again. */
export interface KeptDocuments {
  /** The document of a request, if it would come out the same by all that this process knows now. */
  fresh(key: string, nowMs: number, now: Omit<Source, 'readAt'>): KeptDocument | undefined;
  /** Keeps a document made anew. As long as its validators are the same, its body stays, and so does its gzip. */
  keep(key: string, document: OwnDocument, source: Source): KeptDocument;
  bytes(): number;
}

/** A memory of at most `maxBytes` of bodies. */
export const createKeptDocuments = (maxBytes: number): KeptDocuments => {
  const kept = createKept<KeptDocument>(maxBytes);
  return {
    fresh: (key, nowMs, { catalogue, settings }) => {
      const found = kept.get(key);
      if (!found || found.catalogue !== catalogue || found.settings !== settings) return undefined;
      return Math.abs(nowMs - found.readAt) < ROW_GOOD_FOR_MS ? found : undefined;
    },
    keep: (key, document, source) => {
      const before = kept.get(key);
      const same = before?.document.validators.plain === document.validators.plain;
      const forms: KeptForms = same && before ? before.forms : keptForms(document.makeBody, () => grown(forms));
      const grown = (of: KeptForms): void => {
        const current = kept.get(key);
        if (current?.forms === of) kept.set(key, current, of.bytes());
      };
      const made = { ...source, document, forms };
      kept.set(key, made, forms.bytes());
      return made;
    },
    bytes: kept.bytes,
  };
};
