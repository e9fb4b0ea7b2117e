import { randomBytes } from 'node:crypto';
import {
  envelopeOf,
  healthy,
  json,
  page,
  payPage,
  sendEnvelope,
  serveGateway,
  type Envelope,
  type Heard,
  type Reply,
  type Served,
  type Trouble,
} from '../gateways/serve.ts';
import { sessionOf, shownCharge, shownRefund, shownSession, StripeRefusal, type BookedSession } from './sessions.ts';
import { objectOfForm, stripeSignature, textAt } from './signing.ts';

/** What an event is about, and what it says otherwise than it should. */
export interface EventOf {
  readonly type: string;
  /** Fields of its object. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Fields of the event itself. */
  readonly event?: Readonly<Record<string, unknown>>;
}

/** Stripe on a real socket, with one account and books of its own. */
export interface StripeGateway extends Served {
  /** What the operator copies from Stripe's pages. */
  readonly account: { readonly key: string; readonly webhookKey: string };
  readonly sessions: Map<string, BookedSession>;
  readonly trouble: Trouble;
  /** Fields of sessions that it shows otherwise than they are. */
  lies: Readonly<Record<string, unknown>>;
  /** Where events go, as the operator has typed it on Stripe's pages. */
  notifyUrl: string;
  now(): number;
  /** Ends all trouble and every lie. */
  recover(): void;
  /** Forgets every session and what was asked for them. */
  forget(): void;
  /** The session of a trade. Throws when there is none. */
  of(trade: string): BookedSession;
  /** The customer pays; `isLater` for a way to pay that takes its time. */
  pay(trade: string, isLater?: boolean): BookedSession;
  /** An event about a trade, signed now. */
  envelope(trade: string, of?: EventOf): Envelope;
  /** Bytes as they are, signed now. */
  signed(body: string): Envelope;
  /** Notes that an event about a trade was sent, and whether the shop has taken it. */
  tried(trade: string, isTaken: boolean): void;
  /** Sends an event; gives the answer. */
  notify(trade: string, of?: EventOf): Promise<{ readonly status: number; readonly body: string }>;
  /** Sends what is due; gives how many were sent. */
  deliver(): Promise<number>;
  /** What customers have paid in all, in the smallest unit. */
  takings(): number;
}

const COMPLETED = 'checkout.session.completed';

const failure = ({ status, code, message }: StripeRefusal): Reply =>
  json({ error: { type: 'invalid_request_error', code, message } }, status);

/** What a gateway is made of. */
interface Parts {
  readonly gateway: () => StripeGateway;
  /** Forms and answers by idempotency key. */
  readonly made: Map<string, { readonly form: string; readonly session: BookedSession }>;
  readonly due: Set<string>;
}

const create = ({ gateway, made }: Parts, { headers, body }: Heard): BookedSession => {
  const { sessions, url, now } = gateway();
  const key = String(headers['idempotency-key'] ?? '');
  const before = made.get(key);
  if (before && before.form !== body) throw new StripeRefusal(400, 'idempotency_error', 'other parameters');
  if (before) return before.session;
  const session = sessionOf(objectOfForm(body), { now: now(), base: url });
  sessions.set(session.id, session);
  if (key !== '') made.set(key, { form: body, session });
  return session;
};

const sessionById = ({ gateway }: Parts, id: string): BookedSession => {
  const session = gateway().sessions.get(id);
  if (!session) throw new StripeRefusal(404, 'resource_missing', `No such checkout.session: ${id}`);
  if (session.status === 'open' && session.endsAt * 1000 < gateway().now()) session.status = 'expired';
  return session;
};

const expire = (session: BookedSession): BookedSession => {
  if (session.status !== 'open') throw new StripeRefusal(400, 'resource_not_open', 'only open sessions can be expired');
  session.status = 'expired';
  return session;
};

const SESSIONS = '/v1/checkout/sessions';

type Shown = Record<string, unknown>;

/** What is listed beside sessions. */
const LISTS: Readonly<Record<string, (sessions: readonly BookedSession[]) => Shown[]>> = {
  '/v1/charges': (sessions) => sessions.filter(({ payment }) => payment === 'paid').map(shownCharge),
  '/v1/refunds': (sessions) => sessions.filter(({ refunded }) => refunded > 0).map(shownRefund),
};

/** A page of a list: what was made in a time, behind a row. */
const listOf = (rows: readonly Shown[], { query, path }: Heard): Reply => {
  const [from, to] = [Number(query.get('created[gte]')), Number(query.get('created[lt]'))];
  const made = rows.filter(({ created }) => Number(created) >= from && Number(created) < to);
  const start = made.findIndex(({ id }) => id === query.get('starting_after')) + 1;
  const data = made.slice(start, start + Number(query.get('limit') ?? 10));
  return json({ object: 'list', url: path, has_more: start + data.length < made.length, data });
};

const api = (parts: Parts, heard: Heard): Reply => {
  const { account, lies, sessions } = parts.gateway();
  if (heard.headers.authorization !== `Bearer ${account.key}`)
    throw new StripeRefusal(401, 'api_key_invalid', 'Invalid API Key provided');
  if (!/^20\d\d-\d\d-\d\d\.endive$/.test(String(heard.headers['stripe-version'])))
    throw new StripeRefusal(400, 'version_unknown', 'Invalid Stripe API version');
  const books = LISTS[heard.path];
  if (books) return listOf(books([...sessions.values()]), heard);
  const shown = (session: BookedSession): Reply => json({ ...shownSession(session), ...lies });
  if (heard.path === SESSIONS && heard.method === 'POST') return shown(create(parts, heard));
  if (heard.path === SESSIONS)
    return json({ object: 'list', url: SESSIONS, has_more: false, data: [...sessions.values()].map(shownSession) });
  const [, , , , id = '', act] = heard.path.split('/');
  const session = sessionById(parts, id);
  return shown(act === 'expire' ? expire(session) : session);
};

const payingPage = (parts: Parts, { method, path }: Heard): Reply => {
  const session = parts.gateway().sessions.get(path.replace('/c/pay/', ''));
  if (!session) return page('404', 404);
  if (method !== 'POST') return payPage(path);
  parts.gateway().pay(session.trade);
  return { ...page(''), status: 303, location: textAt(session.form, 'success_url') };
};

const answerTo = (parts: Parts, heard: Heard): Reply => {
  try {
    return heard.path.startsWith('/v1/') ? api(parts, heard) : payingPage(parts, heard);
  } catch (fault) {
    if (!(fault instanceof StripeRefusal)) throw fault;
    return failure(fault);
  }
};

/** What an event is about. */
const objectOf = (session: BookedSession, type: string): Record<string, unknown> => {
  if (type === 'charge.refunded') return shownCharge(session);
  if (!type.startsWith('charge.dispute')) return shownSession(session);
  const { intent: payment_intent, minor: amount, currency } = session;
  const charge = payment_intent.replace('pi_', 'ch_');
  const id = payment_intent.replace('pi_', 'du_');
  return { id, object: 'dispute', amount, charge, currency, payment_intent, metadata: {}, reason: 'fraudulent' };
};

/** Starts Stripe on loopback, with fresh secrets. */
export const startStripeGateway = async ({
  clock = () => new Date(),
}: { readonly clock?: () => Date } = {}): Promise<StripeGateway> => {
  const trouble = { ...healthy };
  const sessions = new Map<string, BookedSession>();
  const parts: Parts = { gateway: () => gateway, made: new Map(), due: new Set() };
  const served = await serveGateway(trouble, {
    answer: (heard) => answerTo(parts, heard),
    afterPaying: () => gateway.deliver(),
  });
  const gateway: StripeGateway = {
    ...served,
    account: {
      key: `sk_test_${randomBytes(16).toString('hex')}`,
      webhookKey: `whsec_${randomBytes(16).toString('hex')}`,
    },
    sessions,
    trouble,
    lies: {},
    notifyUrl: 'https://shop.example.com/api/pay/notify/stripe_test/n0',
    now: () => clock().getTime(),
    recover: () => {
      Object.assign(trouble, healthy);
      gateway.lies = {};
    },
    forget: () => {
      sessions.clear();
      parts.made.clear();
      parts.due.clear();
    },
    of: (trade) => {
      const session = [...sessions.values()].findLast((each) => each.trade === trade);
      if (!session) throw new Error(`Stripe knows no session of ${trade}`);
      return session;
    },
    pay: (trade, isLater = false) => {
      const session = gateway.of(trade);
      const paidAt = Math.floor(gateway.now() / 1000);
      Object.assign(session, { status: 'complete', payment: isLater ? 'unpaid' : 'paid', paidAt });
      parts.due.add(trade);
      return session;
    },
    envelope: (trade, { type, more = {}, event = {} } = { type: COMPLETED }) => {
      const object = { ...objectOf(gateway.of(trade), type), ...more };
      const id = `evt_${randomBytes(12).toString('hex')}`;
      const created = Math.floor(gateway.now() / 1000);
      const whole = { id, object: 'event', created, livemode: false, type, data: { object }, ...event };
      // As Stripe sends it: with blanks that nobody else would write.
      return gateway.signed(JSON.stringify(whole, null, 2));
    },
    signed: (body) =>
      envelopeOf(gateway.notifyUrl, body, {
        'stripe-signature': stripeSignature(body, gateway.account.webhookKey, Math.floor(gateway.now() / 1000)),
      }),
    tried: (trade, isTaken) => {
      if (!isTaken) return;
      parts.due.delete(trade);
      const session = gateway.of(trade);
      session.acknowledged ||= session.payment === 'paid';
    },
    notify: async (trade, of) => {
      const answer = await sendEnvelope(gateway.envelope(trade, of));
      gateway.tried(trade, answer.status >= 200 && answer.status < 300);
      return answer;
    },
    deliver: async () => {
      const due = [...parts.due];
      for (const trade of due) await gateway.notify(trade);
      return due.length;
    },
    takings: () => {
      let minor = 0;
      for (const session of sessions.values()) if (session.payment === 'paid') minor += session.minor;
      return minor;
    },
  };
  return gateway;
};
