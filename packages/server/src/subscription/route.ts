import { cleanName, isBuiltKind, kindFor, usageHeader, type BuiltKind, type Client } from '@skyport/documents';
import type { Settings } from '@skyport/contract/settings-table';
import { dayOf, MINUTE_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { DocumentAnswer, DocumentRequest, DocumentRoute } from '../platform/document-route.ts';
import type { RowReader } from '../platform/row-reader.ts';
import { trafficStateOf } from '../traffic/index.ts';
import { answerWith, onceForm, type OwnDocument } from './answer.ts';
import { createClientReader, createMarker, createPlacesReader, wantedBy } from './audience.ts';
import { createBodyPool } from './body-pool.ts';
import { createCatalogue, type Catalogue } from './catalogue.ts';
import { keepCredentials, type CredentialMemory } from './credential-memory.ts';
import { credentialsOf, holderOf, keyOfLink, type Holder } from './holder.ts';
import { createJournal } from './journal.ts';
import { createSeen } from './kept.ts';
import { createKeptDocuments } from './kept-documents.ts';
import { keyOf } from './keys.ts';
import { personalMark, personalTexts } from './personal.ts';
import { createPrepared } from './prepared.ts';
import { usageOf } from './rules.ts';
import { createSuspects } from './suspects.ts';
import { createSubscribers, type SubscriberRow } from './subscribers.ts';
import { validatorsOf } from './validators.ts';
import { writeCounts } from './watch-store.ts';
import { createAllowance } from './watch.ts';

const plain = Object.entries({
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
}).flat();
/** Every kind of wrong link looks the same from outside. */
const notFound: DocumentAnswer = { status: 404, headers: plain, body: Buffer.from('not found') };
const limited = (seconds: string): DocumentAnswer => ({
  status: 429,
  headers: [...plain, 'retry-after', seconds],
  body: Buffer.from('too many requests'),
});
const tooMany = limited('600');
const tooOften = limited('60');

/** Room for credentials of the latest users, and for finished documents of those who ask again and again. */
const CREDENTIAL_BYTES = 64 * 1024 * 1024;
const KEPT_BYTES = 32 * 1024 * 1024;
/** Room for bodies on their way to clients, beyond which it is given back to the system. */
const POOL_BYTES = 16 * 1024 * 1024;
/** Only who comes back within a minute is kept at all; so many are watched for it. */
const SEEN = { max: 4000, forMs: MINUTE_MS } as const;
type RouteDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'settings' | 'log' | 'env'>;

/** The kind that a link asks for: the one it names, or for `auto` the one that fits the client; undefined = unknown. */
const kindOf = (kind: string, client: Client): BuiltKind | undefined => {
  const wanted = kind === 'auto' ? kindFor(client) : kind;
  return isBuiltKind(wanted) ? wanted : undefined;
};

/** What the answers of one process share. */
const createShelf = (deps: RouteDeps, reader: RowReader) => {
  const { clock, env, log, db } = deps;
  return {
    catalogue: createCatalogue({ db, clock, reader, log }),
    subscribers: createSubscribers(reader, clock),
    prepared: createPrepared(log),
    memoryFor: keepCredentials(CREDENTIAL_BYTES),
    clientOf: createClientReader(),
    placesOf: createPlacesReader(env.PUBLIC_URL),
    markOf: createMarker(),
    suspects: createSuspects(),
    allowance: createAllowance(),
    journal: createJournal(clock, (counts, at) => writeCounts(db, counts, at), log),
    kept: createKeptDocuments(KEPT_BYTES),
    pool: createBodyPool(POOL_BYTES),
    seen: createSeen(SEEN.max, SEEN.forMs),
  };
};

type Shelf = ReturnType<typeof createShelf>;

/** One request on its way: with what it was asked and by whom. */
interface Asked {
  readonly request: DocumentRequest;
  /** Undefined when there is no such kind. */
  readonly kind: BuiltKind | undefined;
  readonly client: Client;
  readonly now: Date;
  readonly today: string;
  readonly settings: Settings;
}

/** The document of a holder by the catalogue, with the body still to be made. */
const documentFor = (
  { row, userkey }: Holder,
  { request, kind, client, now, today, settings }: Asked & { readonly kind: BuiltKind },
  { catalogue, memory }: { readonly catalogue: Catalogue; readonly memory: CredentialMemory },
  shelf: Shelf,
): OwnDocument => {
  const traffic = trafficStateOf(row);
  const places = shelf.placesOf(row.describe_host || settings.describe_host, request.host, request.secure);
  const setting = { kind, client, title: settings.site_name, places, rules: catalogue.rules, now, today };
  const prepared = shelf.prepared(catalogue, settings, wantedBy(row, traffic, setting), memory);
  const { name } = request.query;
  const title = (name && cleanName(name)) || settings.site_name;
  const usage = usageOf(traffic, now, today);
  const link = (): string =>
    `${places.linkBase}/api/subscript/${request.kind}/${row.id}/${keyOf(request.userkey)}?f=${request.kind}`;
  const { timezone } = settings;
  const own = personalTexts({ link, usage, timezone });
  const credentials = () => ({ row: credentialsOf({ row, userkey }, memory), userkey });
  const isDaily = keyOf(request.userkey) !== userkey;
  const marks =
    prepared.ownTexts.length === 0
      ? []
      : [
          personalMark(prepared.ownTexts, shelf.markOf(places.linkBase, request.kind, timezone), usage),
          ...(isDaily ? [today] : []),
        ];
  return {
    userNum: row.num,
    client,
    headers: prepared.headers(title, places.webPage),
    usage: usageHeader(usage),
    // The key's HMAC stands for all credentials: they are made of the key and the lines that the digest names.
    validators: validatorsOf(prepared.digest, row.userkey_hash.toString('base64url', 0, 12), ...marks),
    makeBody: (allocate) => prepared.bodyFor(credentials(), own, allocate),
    makeGzip: (allocate) => prepared.gzipFor(credentials(), own, allocate),
  };
};

/**
 * What answers a link: one row of the user, the catalogue of this process, a prepared document with the user's
 * credentials put in, compressed where the client can read that. Expired and used-up accounts get a valid document that
 * says so. Who comes back within a minute is answered from a kept document, for half a second without a look at the row.
 */
export const createSubscriptionRoute = (deps: RouteDeps, reader: RowReader): DocumentRoute => {
  const shelf = createShelf(deps, reader);
  const { catalogue: copy, kept, journal, suspects, allowance } = shelf;
  const holderDeps = { ...shelf, secrets: deps.secrets, missed: journal.miss };

  /** Counts an answer of an account; false when the account has had too many. */
  const counts = ({ userNum, client }: OwnDocument, { address }: DocumentRequest, nowMs: number): boolean => {
    if (!allowance.allows(userNum, nowMs, deps.settings.current().link_fetch_limit)) return false;
    journal.note({ userNum, address, client });
    return true;
  };

  /** Every wrong link gets the same answer; a client that sends many is asked to wait, which holds for wrong ones only. */
  const wrong = ({ address }: DocumentRequest, now: Date): DocumentAnswer =>
    suspects.note(address, now) ? tooMany : notFound;

  const answerAnew = (
    { key, ...asked }: Asked & { readonly key: string },
    row: SubscriberRow | undefined,
    catalogue: Catalogue | undefined,
  ): DocumentAnswer | Promise<DocumentAnswer> => {
    const { request, kind, now, today, settings } = asked;
    const memory = catalogue && shelf.memoryFor(catalogue);
    const holder = holderOf(key, row, { today, memory }, holderDeps);
    if (!holder || kind === undefined) return wrong(request, now);
    if (!catalogue || !memory) return copy.now().then((young) => answerAnew({ key, ...asked }, row, young));
    const document = documentFor(holder, { ...asked, kind }, { catalogue, memory }, shelf);
    const nowMs = now.getTime();
    if (!counts(document, request, nowMs)) return tooOften;
    if (!shelf.seen.again(document.userNum, nowMs)) {
      return answerWith(document, onceForm(document, shelf.pool), request);
    }
    return answerWith(document, kept.keep(request, document, { readAt: nowMs, catalogue, settings }).forms, request);
  };

  /** Reads the row and answers by it; what no link looks like is answered without. */
  const readAndAnswer = (request: DocumentRequest, now: Date): DocumentAnswer | Promise<DocumentAnswer> => {
    const settings = deps.settings.current();
    const today = dayOf(now, settings.timezone);
    const client = shelf.clientOf(request.userAgent, request.query);
    const key = keyOfLink(request);
    if (key === undefined) return wrong(request, now);
    const asked = { request, key, kind: kindOf(request.kind, client), client, now, today, settings };
    const find = () => shelf.subscribers.find(request.userId).then((row) => answerAnew(asked, row, copy.young()));
    return suspects.isSuspect(request.address, now) ? (suspects.lookUp(find) ?? tooMany) : find();
  };

  return (request) => {
    const now = deps.clock.now();
    const catalogue = copy.young();
    const nowMs = now.getTime();
    const found = catalogue && kept.fresh(request, nowMs, { catalogue, settings: deps.settings.current() });
    if (!found) return readAndAnswer(request, now);
    return counts(found.document, request, nowMs) ? answerWith(found.document, found.forms, request) : tooOften;
  };
};
