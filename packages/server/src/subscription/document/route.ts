import type { DocumentKind } from '@skyport/contract/subscription';
import { clientAppOf, isDocumentKind, kindFor, type Client } from '@skyport/documents';
import { dayOf, MINUTE_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import type { DocumentAnswer, DocumentRequest, DocumentRoute } from '../../platform/document-route.ts';
import type { RowReader } from '../../platform/row-reader.ts';
import { createFetchJournal } from '../fetch-journal/journal.ts';
import { writeCounts } from '../fetch-journal/store.ts';
import { createFetchLimit } from '../link-watch/fetch-limit.ts';
import { createSuspects } from '../link-watch/suspects.ts';
import { answerWith, uncachedForms, type OwnDocument } from './answer.ts';
import { createBodyPool } from './body-pool.ts';
import { createCatalogue, type Catalogue } from './catalogue.ts';
import { credentialCaches } from './credential-cache.ts';
import { createDocumentCache } from './document-cache.ts';
import { importPageAnswer } from '../import-page/answer.ts';
import { holderOf, keyOfLink, type Holder } from './holder.ts';
import { createDocumentMaker, type Asked } from './own-document.ts';
import { createRecentUsers } from './recent-users.ts';
import { notFound, tooManyWrong, tooOften } from './refusals.ts';
import { linkAddressesOf } from './rules.ts';
import type { SubscriberRow } from './subscriber-store.ts';
import { createSubscribers } from './subscribers.ts';

/** Bytes for credentials of the users who asked last, and for documents of those who ask again and again. */
const CREDENTIAL_BYTES = 64 * 1024 * 1024;
const CACHED_BYTES = 32 * 1024 * 1024;
/** Bytes of free buffers for bodies. */
const POOL_BYTES = 16 * 1024 * 1024;
/** Only documents of users who ask again within a minute are cached; so many users are remembered for it. */
const RECENT = { max: 4000, forMs: MINUTE_MS } as const;

type RouteDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'settings' | 'log' | 'env'>;

/** The kind that a link asks for: the one it names, or for `auto` the one that fits the client; undefined = unknown. */
const kindOf = (kind: string, client: Client): DocumentKind | undefined => {
  const wanted = kind === 'auto' ? kindFor(client) : kind;
  return isDocumentKind(wanted) ? wanted : undefined;
};

/** What the answers of one process share. */
const createParts = (deps: RouteDeps, reader: RowReader) => {
  const { clock, db, env, log, secrets } = deps;
  const journal = createFetchJournal(clock, (counts, at) => writeCounts(db, counts, at), log);
  return {
    catalogue: createCatalogue({ ...deps, reader }),
    subscribers: createSubscribers(reader, clock),
    publicUrl: env.PUBLIC_URL,
    make: createDocumentMaker(env.PUBLIC_URL, log),
    credentialsFor: credentialCaches(CREDENTIAL_BYTES),
    holderDeps: { secrets, noteWrongKey: journal.noteWrongKey },
    suspects: createSuspects(),
    fetchLimit: createFetchLimit(),
    journal,
    cache: createDocumentCache(CACHED_BYTES),
    pool: createBodyPool(POOL_BYTES),
    recent: createRecentUsers(RECENT.max, RECENT.forMs),
  };
};

type Parts = ReturnType<typeof createParts>;

/** A well-formed link on its way. */
interface Visit extends Omit<Asked, 'kind'> {
  readonly key: string;
  /** Undefined when there is no such kind. */
  readonly kind: DocumentKind | undefined;
}

/**
 * Counts a fetch; false when the account has had too many, and then it is not counted. The owner's own
 * page uses no link.
 */
const counts = (
  { fetchLimit, journal }: Parts,
  { userNum, client }: Pick<OwnDocument, 'userNum' | 'client'>,
  visit: Omit<Visit, 'key' | 'kind'>,
) => {
  const { request, now, settings } = visit;
  if (!fetchLimit.allows(userNum, now.getTime(), settings.link_fetch_limit)) return false;
  const note = (): void => journal.note({ userNum, address: request.address, client });
  if (request.isByOwnPage) void noteStranger(request.isByOwnPage, note);
  else note();
  return true;
};

/** Counts a fetch unless it turns out to be the owner's own page; also when that cannot be told. */
const noteStranger = async (isByOwnPage: () => Promise<boolean>, note: () => void): Promise<void> => {
  if (!(await isByOwnPage().catch(() => false))) note();
};

/**
 * Every wrong link gets the same answer; a client that sends many has to wait, which holds for its wrong links only.
 */
const wrongLink = ({ suspects }: Parts, { address }: DocumentRequest, now: Date): DocumentAnswer =>
  suspects.note(address, now) ? tooManyWrong : notFound;

/**
 * Whether a person is to be shown a page in the place of a document: a browser opens the link, no client under its
 * name, and the link does not ask for a document by an option (`raw`, or one that changes documents).
 */
const isForPerson = ({ request: { asPage, query }, client }: Visit): boolean =>
  asPage === true &&
  client.family === 'generic' &&
  !client.plain &&
  !client.withoutReality &&
  query.sb === undefined &&
  query.raw === undefined;

/** The import page, counted and bounded as the document would be. */
const answerPage = (parts: Parts, visit: Visit, { row }: Holder): DocumentAnswer => {
  const { request, key, settings } = visit;
  if (!counts(parts, { userNum: row.num, client: visit.client }, visit)) return tooOften;
  const addresses = linkAddressesOf(row.describe_host || settings.describe_host, parts.publicUrl, request);
  return importPageAnswer({ request, userId: row.id, key, title: settings.site_name, addresses });
};

/** Answers by a row that was just read, from the cache when the user asks again and again. */
const answerAnew = (
  parts: Parts,
  visit: Visit,
  { row, catalogue }: { readonly row: SubscriberRow | undefined; readonly catalogue: Catalogue | undefined },
): DocumentAnswer | Promise<DocumentAnswer> => {
  const { request, key, kind, now, today, settings } = visit;
  const credentials = catalogue && parts.credentialsFor(catalogue);
  const holder = holderOf({ key, today, cache: credentials }, row, parts.holderDeps);
  if (!holder || kind === undefined) return wrongLink(parts, request, now);
  if (isForPerson(visit)) return answerPage(parts, visit, holder);
  if (!catalogue || !credentials)
    return parts.catalogue.get().then((checked) => answerAnew(parts, visit, { row, catalogue: checked }));
  // Before anything is made: a link may be asked for under a thousand names of hosts, each of which is a document.
  if (!counts(parts, { userNum: holder.row.num, client: visit.client }, visit)) return tooOften;
  const document = parts.make(holder, { ...visit, kind }, { catalogue, cache: credentials });
  const readAt = now.getTime();
  if (!parts.recent.again(document.userNum, readAt)) {
    return answerWith(document, uncachedForms(document, parts.pool), request);
  }
  return answerWith(document, parts.cache.put(request, document, { readAt, catalogue, settings }).forms, request);
};

/**
 * Answers links: one row of the user, this process's catalogue, a prepared document with the user's credentials filled
 * in, compressed where the client can read that. Expired and used-up accounts get a valid document that says so. Users
 * who ask again within a minute are answered from a cache, for half a second without reading their row.
 */
export const createSubscriptionRoute = (deps: RouteDeps, reader: RowReader): DocumentRoute => {
  const parts = createParts(deps, reader);
  const { catalogue: copy, suspects } = parts;

  const readAndAnswer = (asked: Omit<Visit, 'key' | 'kind' | 'client'>): DocumentAnswer | Promise<DocumentAnswer> => {
    const { request, now } = asked;
    const key = keyOfLink(request);
    if (key === undefined) return wrongLink(parts, request, now);
    const client = clientAppOf(request.userAgent, request.query);
    const visit: Visit = { ...asked, key, client, kind: kindOf(request.kind, client) };
    const find = () =>
      parts.subscribers.find(request.userId).then((row) => answerAnew(parts, visit, { row, catalogue: copy.fresh() }));
    return suspects.isSuspect(request.address, now) ? (suspects.lookUp(find) ?? tooManyWrong) : find();
  };

  return (request) => {
    const now = deps.clock.now();
    const settings = deps.settings.current();
    const catalogue = copy.fresh();
    // A program may have asked under the name of this very browser.
    const mayBeCached = catalogue !== undefined && request.asPage !== true;
    const found = mayBeCached && parts.cache.get(request, now.getTime(), { catalogue, settings });
    const asked = { request, now, today: dayOf(now, settings.timezone), settings };
    if (!found) return readAndAnswer(asked);
    const { document, forms } = found;
    return counts(parts, document, { ...asked, client: document.client })
      ? answerWith(document, forms, request)
      : tooOften;
  };
};
