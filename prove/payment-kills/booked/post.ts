import type { PayNotice } from '../../../testkit/pay-server.ts';
import { sendLetter, type Answered } from '../send.ts';
import type { PayWorld } from '../world.ts';
import type { Paid } from './payers.ts';

/** Sends what a provider would, or somebody in its name. */
export const send = (world: PayWorld, { url, headers, body }: PayNotice): Promise<Answered | undefined> =>
  sendLetter(world, { method: 'POST', url, headers, body });

/** The provider tells of a payment, as it would now; gives whether that was acknowledged. */
export const notify = async (world: PayWorld, { till, number }: Paid): Promise<boolean> => {
  const answered = await send(world, till.gateway.envelope(number));
  const taken = till.gateway.tried(number, answered);
  if (answered && !taken && answered.status < 500)
    world.journal.faults.push(`a right notification was refused: ${answered.status} ${answered.body}`);
  return taken;
};

/** Sends what must never be believed. */
const sendWrong = async (world: PayWorld, what: string, notice: PayNotice): Promise<void> => {
  const answered = await send(world, notice);
  if (answered && answered.status < 400)
    world.journal.faults.push(`believed: ${what}, ${answered.status} ${answered.body}`);
};

/** Another digit in the place of one. */
const otherDigit = (digit: string): string => String((Number(digit) + 1) % 10);

/** What is done to notifications on their way, whatever they are written in; none may be believed afterwards. */
export const mutations: readonly (readonly [what: string, mutate: (body: string) => string])[] = [
  ['another digit at its begin', (body) => body.replace(/\d/, otherDigit)],
  ['another digit at its end', (body) => body.replace(/\d(?=\D*$)/, otherDigit)],
  ['no second half', (body) => body.slice(0, body.length / 2)],
  ['all of it twice', (body) => body + body],
  ['capitals alone', (body) => body.toUpperCase()],
  ['nothing in it', () => ''],
];

/** A notification in one of many ways no longer what was signed; without a number any of them. */
export const sendMutated = (
  world: PayWorld,
  { till, number }: Paid,
  which = Math.floor(world.random() * mutations.length),
): Promise<void> => {
  const [what, mutate] = mutations[which]!;
  const notice = till.gateway.envelope(number);
  return sendWrong(world, `a notification with ${what}`, { ...notice, body: mutate(notice.body) });
};

/** A right notification at the address of each other till. */
export const sendElsewhere = async (world: PayWorld, { till, number }: Paid): Promise<void> => {
  for (const { notifyUrl } of world.booked.filter((each) => each !== till))
    await sendWrong(world, "another provider's word", { ...till.gateway.envelope(number), url: notifyUrl });
};

/** Tells of a payment as networks do: several times at once, beside words that nobody must believe. */
export const spread = async (world: PayWorld, paid: Paid): Promise<void> => {
  const copies = Array.from({ length: 1 + Math.floor(world.random() * 4) }, () => notify(world, paid));
  await Promise.all([sendMutated(world, paid), ...copies, sendElsewhere(world, paid)]);
};
