import { hash } from 'node:crypto';
import {
  compile,
  documentHeaders,
  formats,
  groupNamesOf,
  pack,
  renderPlaceholder,
  renderTemplate,
  resolveLines,
  speaks,
  type BuiltKind,
  type Client,
  type CredentialRow,
  type Fields,
  type LineSource,
  type Packed,
  type PlaceholderReason,
  type Rendered,
  type RenderContext,
  type Viewer,
} from '@skyport/documents';
import type { Log } from '../platform/log.ts';
import type { Catalogue } from './catalogue.ts';
import type { CredentialMemory } from './credential-memory.ts';

/** Prepared documents kept for one version of the catalogue. */
const MAX_KEPT = 2000;

/** What a document is made of, apart from its user's credentials. */
export interface Wanted {
  readonly kind: BuiltKind;
  readonly client: Client;
  readonly userId: string;
  /** Equal for users who may use the same lines. */
  readonly entitlement: string;
  /** Equal for users who have the same switches on. */
  readonly switches: string;
  /** Whether something is left to charge; without it only open lines are in the document. */
  readonly entitled: boolean;
  /** Said instead of lines when there are none to say. */
  readonly reason: PlaceholderReason;
  readonly selfHost: string;
  /** The same at length; asked only for a document that is not prepared yet. */
  details(): { readonly viewer: Viewer; readonly context: RenderContext };
}

/** Headers that are the same for every user of a prepared document, as names and values in turn. */
export interface SharedHeaders {
  /** Of an answer with a body. */
  readonly full: readonly string[];
  /** Of an answer that says that nothing has changed. */
  readonly unchanged: readonly string[];
}

type Allocate = (length: number) => Buffer;

/** A document without credentials, and how to put a user's in. */
export interface Prepared {
  /** Differs for documents that differ before anything of a user is put in. */
  readonly digest: string;
  /** Texts of the person that stand in it beside credentials. */
  readonly ownTexts: Rendered['own'];
  headers(title: string, webPage: string): SharedHeaders;
  /** The document for the holder of a key, whose row of credentials this is. */
  bodyFor(holder: CredentialHolder, own: Fields['own'], allocate: Allocate): Buffer;
  /** The same compressed; otherwise why not. */
  gzipFor(holder: CredentialHolder, own: Fields['own'], allocate: Allocate): Buffer | Unpacked;
}

interface CredentialHolder {
  readonly row: CredentialRow;
  readonly userkey: string;
}

/** `underway`: what all users share is being compressed. `never`: that would save nothing. */
export type Unpacked = 'underway' | 'never';

const protocols = ['vmesh_tcp', 'vmesh_ws', 'ss', 'compat', 'h2', 'reality'] as const;

const clientKeys = new WeakMap<Client, Map<BuiltKind, string>>();

/** What of the client changes a document of this kind: what it speaks, and its dialect. */
const clientKey = (kind: BuiltKind, client: Client): string => {
  let known = clientKeys.get(client);
  if (!known) clientKeys.set(client, (known = new Map()));
  let key = known.get(kind);
  if (key === undefined) {
    key = protocols.map((p) => (speaks(kind, p, client) ? '1' : '0')).join('') + formats[kind].dialect(client);
    known.set(kind, key);
  }
  return key;
};

const keyOf = (wanted: Wanted, spread: string): string => {
  const { kind, client, entitlement, switches, reason, selfHost } = wanted;
  return `${kind} ${clientKey(kind, client)} ${entitlement} ${switches} ${reason} ${spread} ${selfHost}`;
};

const linesFor = ({ all, open }: Catalogue, wanted: Wanted): readonly LineSource[] => (wanted.entitled ? all : open);

/** Titles and pages whose headers a prepared document keeps; there is one of each unless links ask for other names. */
const MAX_HEADERS = 16;

/** What differs by user and is added to the shared headers, and what the gate puts on every answer anyway. */
const OTHERS_HEADERS = new Set(['subscription-userinfo', 'referrer-policy']);
/** What describes a body that an unchanged answer does not have. */
const BODY_HEADERS = new Set([...OTHERS_HEADERS, 'content-type', 'content-disposition']);
/** Documents differ by what the client says of itself. */
const VARY = ['vary', 'accept-encoding, user-agent'];

const sharedHeaders = ({ contentType, extension }: Rendered): Prepared['headers'] => {
  const known = new Map<string, SharedHeaders>();
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
    const made = { full: without(OTHERS_HEADERS), unchanged: without(BODY_HEADERS) };
    if (known.size >= MAX_HEADERS) known.clear();
    known.set(key, made);
    return made;
  };
};

/** Characters of a digest: 96 bits. */
const DIGEST_LENGTH = 16;

/** A short text that differs for different texts, safe to stand in an ETag. */
export const digestOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, DIGEST_LENGTH);

const prepare = (catalogue: Catalogue, wanted: Wanted, log: Pick<Log, 'warn'>, memory: CredentialMemory): Prepared => {
  const { viewer, context } = wanted.details();
  const lines = resolveLines(linesFor(catalogue, wanted), viewer, groupNamesOf(context.rules));
  const rendered: Rendered =
    lines.length === 0 && !wanted.entitled
      ? renderPlaceholder(wanted.kind, wanted.reason, context)
      : renderTemplate(wanted.kind, lines, context);
  const unusable = rendered.dropped.filter((line) => line.because === 'problem');
  if (unusable.length > 0) log.warn({ lines: unusable }, 'lines are left out of documents');
  const compiled = compile(rendered.template, memory.layout);
  const packing = packingOf(compiled, log);
  const credentials = rendered.slots.flatMap(({ num }) => memory.layout.get(num) ?? []);
  const ensure = ({ row, userkey }: CredentialHolder): CredentialRow => {
    for (const credential of credentials) credential.ensure(row, userkey);
    return row;
  };
  return {
    digest: digestOf(JSON.stringify([rendered.template.parts, rendered.slots])),
    ownTexts: rendered.own,
    headers: sharedHeaders(rendered),
    bodyFor: (holder, own, allocate) => compiled.fill(ensure(holder), own, allocate),
    gzipFor: (holder, own, allocate) => {
      const packed = packing();
      return typeof packed === 'string' ? packed : packed.fill(ensure(holder), own, allocate);
    },
  };
};

/** Packs a document when it is first asked for in that form; other clients of that moment get the plain one. */
const packingOf = (compiled: Parameters<typeof pack>[0], log: Pick<Log, 'warn'>): (() => Packed | Unpacked) => {
  let state: Packed | Unpacked | undefined;
  const begin = (): void => {
    state = 'underway';
    pack(compiled).then(
      (packed) => (state = packed ?? 'never'),
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
 * Prepares documents once for everyone who gets the same ones, and forgets them when the catalogue changes, or
 * `inputs`: whatever else they are made from.
 */
export const createPrepared = (
  log: Pick<Log, 'warn'>,
): ((catalogue: Catalogue, inputs: object, wanted: Wanted, memory: CredentialMemory) => Prepared) => {
  let made: { catalogue: Catalogue; inputs: object } | undefined;
  const kept = new Map<string, Prepared>();
  return (catalogue, inputs, wanted, memory) => {
    if (made?.catalogue !== catalogue || made.inputs !== inputs) {
      kept.clear();
      made = { catalogue, inputs };
    }
    const key = keyOf(wanted, catalogue.spread(wanted.userId));
    const found = kept.get(key);
    if (found) return found;
    const prepared = prepare(catalogue, wanted, log, memory);
    kept.set(key, prepared);
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
    return prepared;
  };
};
