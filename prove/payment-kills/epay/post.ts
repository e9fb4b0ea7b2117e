import type { GatewayOrder } from '../../../testkit/epay/books.ts';
import { buildQuery, noticeParams, type Envelope } from '../../../testkit/epay/notices.ts';
import { sendLetter, type Answered } from '../send.ts';
import { mutations } from './mutations.ts';
import type { Till } from './tills.ts';
import type { PayWorld } from '../world.ts';

/** What a real gateway takes for an acknowledgement. */
const isTaken = ({ body }: Answered): boolean => body.includes('success');

/** Sends something to the shop; gives its answer, or nothing when it did not come. */
export const send = (world: PayWorld, { method, url, contentType, body }: Envelope): Promise<Answered | undefined> =>
  sendLetter(world, { method, url, ...(method === 'POST' && { body, headers: { 'content-type': contentType } }) });

/** The gateway tells of a payment, as it would now; gives whether that was acknowledged. */
export const notify = async (world: PayWorld, { gateway }: Till, order: GatewayOrder): Promise<boolean> => {
  const answered = await send(world, gateway.envelope(order.outTradeNo));
  const taken = answered !== undefined && isTaken(answered);
  gateway.books.tried(order, taken, gateway.now());
  // A gateway whose clock is wrong is refused rightly.
  if (answered && !taken && answered.status < 500 && gateway.trouble.clockAhead === 0)
    world.journal.faults.push(`a right notification was refused: ${answered.status} ${answered.body}`);
  return taken;
};

/** Sends what must never be believed. */
export const sendWrong = async (world: PayWorld, what: string, envelope: Envelope): Promise<void> => {
  const answered = await send(world, envelope);
  if (answered && (answered.status === 200 || isTaken(answered)))
    world.journal.faults.push(`believed: ${what}, ${answered.status} ${answered.body}`);
};

/** A notification of a paid order, in one of many ways no longer what was signed. */
export const sendMutated = async (world: PayWorld, till: Till, order: GatewayOrder): Promise<void> => {
  const { gateway } = till;
  const params = noticeParams(order, gateway.keys, { shape: gateway.shape, now: gateway.now() });
  const [what, mutate] = mutations[Math.floor(world.random() * mutations.length)]!;
  const query = mutate(buildQuery(params), params);
  const url = `${till.notifyUrl}?${query}`;
  await sendWrong(world, `a notification with ${what}`, { method: 'GET', url, query, contentType: '', body: '' });
};

/** A right notification of one gateway at the address of another one. */
export const sendElsewhere = async (world: PayWorld, till: Till, order: GatewayOrder): Promise<void> => {
  const other = world.tills.find((each) => each !== till)!;
  const { query } = till.gateway.envelope(order.outTradeNo);
  const url = `${other.notifyUrl}?${query}`;
  await sendWrong(world, "another gateway's word", { method: 'GET', url, query, contentType: '', body: '' });
};

/** Tells of a payment as networks do: several times at once, beside words that nobody must believe. */
export const spread = async (world: PayWorld, till: Till, order: GatewayOrder): Promise<void> => {
  const copies = Array.from({ length: 1 + Math.floor(world.random() * 4) }, () => notify(world, till, order));
  await Promise.all([sendMutated(world, till, order), ...copies, sendElsewhere(world, till, order)]);
};
