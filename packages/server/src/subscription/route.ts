import {
  cleanName,
  clientOf,
  defaultRules,
  documentHeaders,
  isBuiltKind,
  kindFor,
  type BuiltKind,
  type Client,
  type Viewer,
} from '@skyport/documents';
import { userkeyContext } from '../accounts/index.ts';
import { dayOf, MINUTE_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { DocumentAnswer, DocumentRequest } from '../platform/document-route.ts';
import type { RowReader } from '../platform/row-reader.ts';
import { sameBytes } from '../platform/secrets.ts';
import { createTries } from '../platform/tries.ts';
import { entitlementKey, isEntitled, trafficStateOf, type TrafficState } from '../traffic/index.ts';
import { createCatalogue, type Catalogue } from './catalogue.ts';
import { createJournal } from './journal.ts';
import { dailyKeyOf, keyOf } from './keys.ts';
import { personalTexts } from './personal.ts';
import { createPrepared, type Wanted } from './prepared.ts';
import { emptyReason, placesOf, usageOf, type Places } from './rules.ts';
import { findSubscriber, type SubscriberRow } from './store.ts';
import { writeCounts } from './watch-store.ts';
import { createAllowance } from './watch.ts';

/** Wrong links of one address, after which it gets no answer: whoever guesses must not learn of a hit. */
const wrongLinkLimit = { max: 20, windowMs: 10 * MINUTE_MS } as const;

const USER_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };
/** Every kind of wrong link looks the same from outside. */
const notFound: DocumentAnswer = { status: 404, headers: plain, body: 'not found' };
const tooMany: DocumentAnswer = { status: 429, headers: { ...plain, 'retry-after': '600' }, body: 'too many requests' };
const tooOften: DocumentAnswer = { ...tooMany, headers: { ...plain, 'retry-after': '60' } };

/** A subscriber whose link was right, and the key that their credentials are made from. */
interface Holder {
  readonly row: SubscriberRow;
  readonly userkey: string;
}

type RouteDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'settings' | 'log' | 'env'>;

/**
 * The subscriber of a right link; undefined for every wrong one, and `missed` hears of a wrong key of an account that
 * exists. The key of the day opens it too, on that day.
 */
const findHolder = async (
  request: DocumentRequest,
  { now, today }: { now: Date; today: string },
  deps: RouteDeps & { readonly reader: RowReader; readonly missed: (userNum: number) => void },
): Promise<Holder | undefined> => {
  const key = keyOf(request.userkey);
  if (!key || !USER_ID.test(request.userId)) return undefined;
  const hash = deps.secrets.mac('userkey', key);
  const row = await findSubscriber(deps.reader, request.userId, now);
  if (!row || row.disabled) return undefined;
  if (sameBytes(hash, row.userkey_hash)) return { row, userkey: key };
  const userkey = deps.secrets.decrypt(row.userkey_enc, userkeyContext(row.id));
  const daily = dailyKeyOf(deps.secrets, userkey, today);
  if (sameBytes(Buffer.from(daily), Buffer.from(key))) return { row, userkey };
  deps.missed(Number(row.num));
  return undefined;
};

const viewerOf = (row: SubscriberRow): Viewer => ({
  id: row.id,
  permissions: new Set(row.permissions),
  normalPermission: row.normal_permission,
  isAgencyUser: row.is_agency_user,
  useEnglishNode: row.use_english_node,
  inForeign: row.in_foreign,
  inXinjiang: row.in_xinjiang,
});

const wantedOf = (
  row: SubscriberRow,
  traffic: TrafficState,
  what: { kind: BuiltKind; client: Client; title: string; places: Places; now: Date; today: string },
): Wanted => {
  const entitled = isEntitled(traffic, what.now, what.today);
  return {
    kind: what.kind,
    viewer: viewerOf(row),
    entitled,
    entitlement: entitlementKey({
      entitled,
      normalPermission: row.normal_permission,
      isAgencyUser: row.is_agency_user,
      permissions: row.permissions,
    }),
    reason: entitled ? 'noLines' : emptyReason(traffic, what.now),
    context: {
      ...what.places,
      title: what.title,
      client: what.client,
      switches: { inXinjiang: row.in_xinjiang, inForeign: row.in_foreign, useEnglish: row.use_english_node },
      rules: defaultRules,
    },
  };
};

/** The kind that a link asks for: the one it names, or for `auto` the one that fits the client; undefined = unknown. */
const kindOf = (kind: string, client: Client): BuiltKind | undefined => {
  const wanted = kind === 'auto' ? kindFor(client) : kind;
  return isBuiltKind(wanted) ? wanted : undefined;
};

/**
 * What answers a link: one row of the user, the catalogue of this process, a prepared document with the user's
 * credentials put in. Expired and used-up accounts get a valid document that says so.
 */
export const createSubscriptionRoute = (deps: RouteDeps, reader: RowReader) => {
  const catalogueNow = createCatalogue({ db: deps.db, clock: deps.clock, reader });
  const prepared = createPrepared(deps.log);
  const wrongLinks = createTries(wrongLinkLimit);
  const allowance = createAllowance();
  const journal = createJournal(deps.clock, (counts, at) => writeCounts(deps.db, counts, at), deps.log);

  const answer = (
    catalogue: Catalogue,
    { row, userkey }: Holder,
    { kind, client }: { kind: BuiltKind; client: Client },
    request: DocumentRequest,
  ) => {
    const settings = deps.settings.current();
    const now = deps.clock.now();
    const today = dayOf(now, settings.timezone);
    const traffic = trafficStateOf(row);
    const places = placesOf(row.describe_host || settings.describe_host, deps.env.PUBLIC_URL, request);
    const title = cleanName(request.query['name'] ?? '') || settings.site_name;
    const document = prepared(
      catalogue,
      wantedOf(row, traffic, { kind, client, title: settings.site_name, places, now, today }),
    );
    journal.note({ userNum: Number(row.num), address: request.address, client });
    const usage = usageOf(traffic, now, today);
    const { contentType, extension } = document;
    const headers = documentHeaders({ title, contentType, extension, webPage: places.webPage, ...usage });
    const link = `${places.linkBase}/api/subscript/${request.kind}/${row.id}/${keyOf(request.userkey)}?f=${request.kind}`;
    const own = personalTexts({ link, usage, timezone: settings.timezone });
    return { status: 200, headers, body: document.bodyFor(userkey, own) };
  };

  return async (request: DocumentRequest): Promise<DocumentAnswer> => {
    const now = deps.clock.now();
    if (wrongLinks.blocked(request.address, now)) return tooMany;
    const settings = deps.settings.current();
    const today = dayOf(now, settings.timezone);
    const client = clientOf(request.userAgent, request.query);
    const kind = kindOf(request.kind, client);
    const holder = await findHolder(request, { now, today }, { ...deps, reader, missed: journal.miss });
    if (!holder || kind === undefined) {
      wrongLinks.note(request.address, now);
      return notFound;
    }
    if (!allowance.allows(Number(holder.row.num), now.getTime(), settings.link_fetch_limit)) return tooOften;
    return answer(await catalogueNow(), holder, { kind, client }, request);
  };
};
