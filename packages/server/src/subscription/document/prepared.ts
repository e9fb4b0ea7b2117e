import {
  compile,
  groupNamesOf,
  precompress,
  renderTemplate,
  resolveLines,
  type Compiled,
  type CredentialRow,
  type Fields,
  type Precompressed,
  type Rendered,
} from '@skyport/documents';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../platform/log.ts';
import type { Catalogue } from './catalogue.ts';
import type { CredentialCache } from './credential-cache.ts';
import { specKey, type DocumentSpec } from './spec.ts';
import { digestOf } from './validators.ts';

/**
 * Prepared documents that are cached for one version of the catalogue. Those that name the host of a request, and those
 * with own names, have few places: a link can be asked for under any number of hosts, and names can be changed at any
 * time. Neither may take the memory of the process or the places of documents that many users share.
 */
const MAX_CACHED = { configured: 2000, few: 200 } as const;

type Allocate = (length: number) => Buffer;

/** A document with placeholders for what is a user's, ready to be filled. */
export interface Prepared {
  /** Differs for documents that differ before a user's texts are filled in. */
  readonly digest: string;
  /** The personal texts in it, beside credentials. */
  readonly personal: Rendered['personal'];
  readonly contentType: string;
  readonly extension: string;
  /** The document for the holder of a key, whose row of credentials this is. */
  bodyFor(holder: CredentialHolder, personal: Fields['personal'], allocate: Allocate): Buffer;
  /** The same compressed; otherwise why not. */
  gzipFor(holder: CredentialHolder, personal: Fields['personal'], allocate: Allocate): Buffer | Uncompressed;
}

interface CredentialHolder {
  readonly row: CredentialRow;
  readonly userkey: string;
}

/** Why there is no compressed form: what all users share is just being compressed, or that would save too little. */
export type Uncompressed = 'underway' | 'never';

/** What documents are made from; a document is prepared anew when either part is another object. */
export interface Source {
  readonly catalogue: Catalogue;
  /** Stands for whatever else documents are made from: the same object as long as nothing of it changes. */
  readonly inputs: object;
}

/** Renders a document and reports lines that had to be left out because of their data. */
const render = (catalogue: Catalogue, spec: DocumentSpec, log: Pick<Log, 'warn'>): Rendered => {
  const { viewer, context } = spec.details();
  const { all, open } = catalogue;
  const lines = resolveLines(spec.entitled ? all : open, viewer, groupNamesOf(context.rules));
  const rendered = renderTemplate(spec.kind, lines, context);
  const unusable = rendered.dropped.filter((line) => line.because === 'problem');
  if (unusable.length > 0) log.warn({ lines: unusable }, 'lines are left out of documents');
  return rendered;
};

/** Lays a rendered document out for the rows of a credential cache. */
const prepare = (rendered: Rendered, { layout }: CredentialCache, log: Pick<Log, 'warn'>): Prepared => {
  const compiled = compile(rendered.template, layout);
  const precompressed = precompressedOf(compiled, log);
  const credentials = rendered.slots.flatMap(({ num }) => layout.get(num) ?? []);
  const ensure = ({ row, userkey }: CredentialHolder): CredentialRow => {
    for (const credential of credentials) credential.ensure(row, userkey);
    return row;
  };
  return {
    digest: digestOf(JSON.stringify([rendered.template.parts, rendered.slots])),
    personal: rendered.personal,
    contentType: rendered.contentType,
    extension: rendered.extension,
    bodyFor: (holder, personal, allocate) => compiled.fill(ensure(holder), personal, allocate),
    gzipFor: (holder, personal, allocate) => {
      const ready = precompressed();
      return typeof ready === 'string' ? ready : ready.fill(ensure(holder), personal, allocate);
    },
  };
};

/** Compresses a document when it is first asked for in that form; clients of that moment get the plain one. */
const precompressedOf = (compiled: Compiled, log: Pick<Log, 'warn'>): (() => Precompressed | Uncompressed) => {
  let state: Precompressed | Uncompressed | undefined;
  const begin = (): void => {
    state = 'underway';
    precompress(compiled).then(
      (made) => (state = made ?? 'never'),
      (fault: unknown) => {
        state = 'never';
        log.warn({ err: fault }, 'a document is sent uncompressed');
      },
    );
  };
  return () => {
    if (state === undefined) begin();
    return state ?? 'underway';
  };
};

/**
 * Prepares each document once for all users who get the same one. Everything is dropped when the catalogue or
 * the inputs change.
 */
export const createPrepared = (
  log: Pick<Log, 'warn'>,
): ((source: Source, spec: DocumentSpec, cache: CredentialCache) => Prepared) => {
  const configured = new LRUCache<string, Prepared>({ max: MAX_CACHED.configured });
  const few = new LRUCache<string, Prepared>({ max: MAX_CACHED.few });
  let current: Source | undefined;
  return (source, spec, cache) => {
    const { catalogue, inputs } = source;
    if (current?.catalogue !== catalogue || current.inputs !== inputs) {
      configured.clear();
      few.clear();
      current = source;
    }
    const known = spec.isByRequest || spec.ownNames !== '' ? few : configured;
    const key = specKey(spec, catalogue.spread(spec.userId));
    const found = known.get(key);
    if (found) return found;
    const prepared = prepare(render(catalogue, spec, log), cache, log);
    known.set(key, prepared);
    return prepared;
  };
};
