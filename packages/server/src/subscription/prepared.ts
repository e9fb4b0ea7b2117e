import {
  credentialsOf,
  fillBytes,
  formats,
  groupNamesOf,
  renderPlaceholder,
  renderTemplate,
  resolveLines,
  speaks,
  type BuiltKind,
  type Client,
  type Fields,
  type LineSource,
  type PlaceholderReason,
  type Rendered,
  type RenderContext,
  type Viewer,
} from '@skyport/documents';
import type { Log } from '../platform/log.ts';
import type { Catalogue } from './catalogue.ts';

/** Prepared documents kept for one version of the catalogue. */
const MAX_KEPT = 2000;

/** What a document is made of, apart from its user's credentials. */
export interface Wanted {
  readonly kind: BuiltKind;
  readonly viewer: Viewer;
  /** Equal for users who may use the same lines. */
  readonly entitlement: string;
  /** Whether something is left to charge; without it only open lines are in the document. */
  readonly entitled: boolean;
  /** Said instead of lines when there are none to say. */
  readonly reason: PlaceholderReason;
  readonly context: RenderContext;
}

/** Users whose credentials are kept, the latest ones: making thirty costs more than all the rest of a document. */
const MAX_USERS = 4000;

type Credentials = (lineNum: number) => string;

/** Remembers the credentials of the latest users. Those of a line never change while the catalogue stays the same. */
const createCredentialMemory = () => {
  const users = new Map<string, Map<number, string>>();
  return {
    clear: () => users.clear(),
    recall: (userkey: string, make: Credentials): Credentials => {
      const known = users.get(userkey) ?? new Map<number, string>();
      users.delete(userkey);
      users.set(userkey, known);
      if (users.size > MAX_USERS) users.delete(users.keys().next().value!);
      return (num) => {
        const found = known.get(num);
        if (found !== undefined) return found;
        const made = make(num);
        known.set(num, made);
        return made;
      };
    },
  };
};

/** A document without credentials, and how to put a user's in. */
export interface Prepared {
  readonly contentType: string;
  readonly extension: string;
  readonly bodyFor: (userkey: string, own: Fields['own']) => Buffer;
}

const protocols = ['vmesh_tcp', 'vmesh_ws', 'ss', 'compat', 'h2', 'reality'] as const;

/** What of the client changes a document of this kind: what it speaks, and its dialect. */
const clientKey = (kind: BuiltKind, client: Client): string =>
  protocols.map((p) => (speaks(kind, p, client) ? '1' : '0')).join('') + formats[kind].dialect(client);

const keyOf = ({ kind, viewer, entitlement, reason, context }: Wanted, spread: string): string =>
  [
    kind,
    clientKey(kind, context.client),
    entitlement,
    viewer.inXinjiang ? 'x' : '-',
    viewer.inForeign ? 'f' : '-',
    viewer.useEnglishNode ? 'e' : '-',
    reason,
    spread,
    context.selfHost,
  ].join(' ');

const linesFor = ({ all, open }: Catalogue, wanted: Wanted): readonly LineSource[] => (wanted.entitled ? all : open);

const prepare = (
  catalogue: Catalogue,
  wanted: Wanted,
  { log, memory }: { log: Pick<Log, 'warn'>; memory: ReturnType<typeof createCredentialMemory> },
): Prepared => {
  const lines = resolveLines(linesFor(catalogue, wanted), wanted.viewer, groupNamesOf(wanted.context.rules));
  const rendered: Rendered =
    lines.length === 0 && !wanted.entitled
      ? renderPlaceholder(wanted.kind, wanted.reason, wanted.context)
      : renderTemplate(wanted.kind, lines, wanted.context);
  const unusable = rendered.dropped.filter((line) => line.because === 'problem');
  if (unusable.length > 0) log.warn({ lines: unusable }, 'lines are left out of documents');
  const credentials = credentialsOf(rendered.slots);
  return {
    contentType: rendered.contentType,
    extension: rendered.extension,
    bodyFor: (userkey, own) =>
      fillBytes(rendered.template, { credential: memory.recall(userkey, credentials(userkey)), own }),
  };
};

/** Prepares documents once for everyone who gets the same ones, and forgets them when the catalogue changes. */
export const createPrepared = (log: Pick<Log, 'warn'>): ((catalogue: Catalogue, wanted: Wanted) => Prepared) => {
  let version = -1;
  const kept = new Map<string, Prepared>();
  const memory = createCredentialMemory();
  return (catalogue, wanted) => {
    if (catalogue.version !== version) {
      kept.clear();
      memory.clear();
      version = catalogue.version;
    }
    const key = keyOf(wanted, catalogue.spread(wanted.viewer.id));
    const found = kept.get(key);
    if (found) return found;
    const made = prepare(catalogue, wanted, { log, memory });
    kept.set(key, made);
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
    return made;
  };
};
