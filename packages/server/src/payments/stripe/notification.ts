import Stripe from 'stripe';
import { z } from 'zod';
import { SECOND_MS, type Clock } from '../../platform/clock.ts';
import { BadNotification, type Notified, type RawNotification } from '../../platform/payment-providers.ts';
import { isLiveKey, type StripeConfig } from './config.ts';
import { claimOf, isMarked, Session } from './session.ts';
import { takenBackOf } from './taken-back.ts';
import { stripeTexts } from './texts.ts';

const { refused, ignored } = stripeTexts;

/** How far the time of an event may be from ours, in seconds. */
const TOLERANCE = 300;

const Event = z.object({
  id: z.string().min(1),
  type: z.string(),
  livemode: z.boolean(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

const refuse = (why: string): never => {
  throw new BadNotification(why);
};

/** What events are read with. */
interface Reader {
  readonly config: StripeConfig;
  readonly clock: Clock;
}

/** The times that a header says; the library looks at the last one, and at none that is still to come. */
const TIMES = /(?:^|,)\s*t=([^,]*)/g;

const isRecent = (header: string, clock: Clock): boolean => {
  const times = [...header.matchAll(TIMES)].map(([, time = '']) => time);
  const now = clock.now().getTime() / SECOND_MS;
  return times.length === 1 && /^\d{1,12}$/.test(times[0]!) && Math.abs(now - Number(times[0])) <= TOLERANCE;
};

/** The bytes of an event as they came, checked by its signature. Throws BadNotification. */
const signedEvent = ({ body, headers, method }: RawNotification, { config, clock }: Reader): unknown => {
  const secret = config.webhookKey.trim();
  if (secret === '') return refuse(refused.secret);
  if (method !== 'POST' || body.length === 0) return refuse(refused.place);
  const header = headers['stripe-signature'] ?? '';
  if (!isRecent(header, clock)) return refuse(header === '' ? refused.signature : refused.time);
  try {
    return Stripe.webhooks.constructEvent(body, header, secret, TOLERANCE, undefined, clock.now().getTime());
  } catch (fault) {
    return refuse(fault instanceof SyntaxError ? refused.form : refused.signature);
  }
};

const ignore = (why: string): Notified => ({ kind: 'ignored', why });

/** Events of sessions that can say that one is paid: ways to pay that take their time say it by the second. */
const PAID_EVENTS: readonly string[] = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];

const sessionEvent = ({ config }: Reader, object: unknown): Notified => {
  const session = Session.safeParse(object).data ?? refuse(refused.missing);
  if (!isMarked(config, session.metadata)) return ignore(ignored.others);
  if (session.payment_status !== 'paid') return ignore(ignored.unpaid);
  const claim = claimOf(config, session);
  return typeof claim === 'string' ? refuse(refused[claim]) : { kind: 'claim', claim, mustAsk: false };
};

/**
 * Reads an event. Its type alone proves nothing: only a session that says itself that it is paid is a claim, in
 * whatever order events come and however often. Throws BadNotification.
 */
export const readStripeEvent = (raw: RawNotification, reader: Reader): Notified => {
  const { config } = reader;
  const event = Event.safeParse(signedEvent(raw, reader)).data ?? refuse(refused.form);
  // Whoever tests by the test key must not be paid by it.
  if (event.livemode !== isLiveKey(config)) refuse(refused.livemode);
  const { object } = event.data;
  if (PAID_EVENTS.includes(event.type)) return sessionEvent(reader, object);
  const takenBack = takenBackOf(config, event.type, object);
  if (takenBack === 'others') return ignore(ignored.others);
  if (takenBack === 'missing') return refuse(refused.missing);
  return takenBack ? { kind: 'takenBack', takenBack } : ignore(ignored.otherType);
};
