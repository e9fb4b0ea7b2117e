import { inTransaction } from '@skyport/db';
import { isStorable, storeNotified, storeTakenBack, type Stored } from '../orders/index.ts';
import { cleanText } from '../platform/clean-text.ts';
import type { Deps } from '../platform/deps.ts';
import { createFaultLog } from '../platform/error-log.ts';
import {
  notTaken,
  type NotificationAnswer,
  type PayNotifyRoute,
  type SentNotification,
} from '../platform/pay-notify-route.ts';
import {
  BadNotification,
  type Notified,
  type PaymentProvider,
  type RawNotification,
  type TakenBack,
} from '../platform/payment-providers.ts';
import { sameBytes, sha256, type Secrets } from '../platform/secrets.ts';
import { insertDelivery, type Delivery } from './delivery-store.ts';

/** Instances as trades name them. */
const INSTANCE = /^[a-z0-9_]{1,40}$/;

const WRONG_MERCHANT = '通知的商户号与支付实例不符';
const NOT_STORABLE = '通知中的款项信息无法记录';
const CONTRADICTS = '同一单号的款项已有不同的记录';
const copyOf = (label: string): string => `与支付通道“${label}”是同一收款账号，按同一笔款项处理`;
const WENT_BACK = { refund: '退款通知，订单已标记', dispute: '拒付通知，订单已标记' } as const;
const OUR_FAULT = '系统故障，未能读取，详见错误日志';

const opaqueOf = (secrets: Pick<Secrets, 'mac'>, instance: string): string =>
  secrets.mac('pay-notify', instance).toString('hex', 0, 16);

/** Where the provider of an instance notifies us, below our own address. */
export const notifyPathOf = (secrets: Pick<Secrets, 'mac'>, instance: string): string =>
  `/api/pay/notify/${instance}/${opaqueOf(secrets, instance)}`;

/** A notification for an instance that there is. */
interface Taking {
  readonly provider: PaymentProvider;
  readonly raw: RawNotification;
}

/** Reads a notification; the text says why it is refused. Gives undefined where the fault is ours. */
const read = async (deps: Deps, { provider, raw }: Taking): Promise<Notified | string> => {
  try {
    return provider.readNotification?.(raw) ?? '该支付实例不接收通知';
  } catch (fault) {
    if (fault instanceof BadNotification) return cleanText(fault.message, 200);
    await createFaultLog(deps)(fault, { call: `notification ${provider.instance}`, requestId: '' });
    return OUR_FAULT;
  }
};

const deliveryOf = (
  { ids, clock }: Pick<Deps, 'ids' | 'clock'>,
  { provider, raw }: Taking,
  end: Pick<Delivery, 'verdict'> & Partial<Pick<Delivery, 'why' | 'claimId'>>,
): Delivery => ({
  id: ids.next(),
  instance: provider.instance,
  why: '',
  claimId: null,
  ...end,
  bytes: raw.query.length + raw.body.length,
  at: clock.now(),
});

/** What a provider is told whose notification is not taken. */
const notTakenBy = ({ refusal }: PaymentProvider, status: number): NotificationAnswer =>
  refusal ? { status, ...refusal } : notTaken(status);

const refuseIt = async (deps: Deps, taking: Taking, why: string): Promise<NotificationAnswer> => {
  await insertDelivery(deps.db, deliveryOf(deps, taking, { verdict: 'refused', why }));
  return notTakenBy(taking.provider, 400);
};

const acknowledge = ({ acknowledgement }: PaymentProvider): NotificationAnswer => ({
  status: 200,
  contentType: acknowledgement?.contentType ?? 'text/plain; charset=utf-8',
  body: acknowledgement?.body ?? '',
});

type ClaimNotified = Extract<Notified, { kind: 'claim' }>;

/** What the log says of money that was stored. Money that another instance of the account has is a copy. */
const endOf = (
  { payments }: Pick<Deps, 'payments'>,
  { instance, done }: { readonly instance: string; readonly done: Exclude<Stored, { outcome: 'contradicts' }> },
): Pick<Delivery, 'verdict' | 'claimId'> & { readonly why?: string } => {
  const { outcome, id, holder } = done;
  return holder === instance
    ? { verdict: outcome, claimId: id }
    : { verdict: 'copy', claimId: id, why: copyOf(payments.labelOf(holder)) };
};

/** Stores what a notification says of money; only then it is acknowledged. */
const takeClaim = async (
  deps: Deps,
  taking: Taking,
  { claim, mustAsk }: ClaimNotified,
): Promise<NotificationAnswer> => {
  const { instance } = taking.provider;
  const stored = await inTransaction(deps.db, async (trx) => {
    const done = await storeNotified(trx, deps, { instance, claim, mustAsk });
    const isStrange = done.outcome === 'contradicts';
    const end = isStrange ? { verdict: done.outcome, why: CONTRADICTS } : endOf(deps, { instance, done });
    await insertDelivery(trx, deliveryOf(deps, taking, end));
    return done;
  });
  deps.crash.at('claim.stored');
  return stored.outcome === 'contradicts' ? notTakenBy(taking.provider, 409) : acknowledge(taking.provider);
};

/** Stores what a notification says of money that was taken back; only then it is acknowledged. */
const takeBack = async (deps: Deps, taking: Taking, takenBack: TakenBack): Promise<NotificationAnswer> => {
  const { instance } = taking.provider;
  await inTransaction(deps.db, async (trx) => {
    const verdict = await storeTakenBack(trx, deps, { instance, takenBack });
    await insertDelivery(trx, deliveryOf(deps, taking, { verdict, why: WENT_BACK[takenBack.reason] }));
  });
  return acknowledge(taking.provider);
};

const take = async (deps: Deps, taking: Taking): Promise<NotificationAnswer> => {
  const { provider } = taking;
  const notified = await read(deps, taking);
  if (typeof notified === 'string') return refuseIt(deps, taking, notified);
  if (notified.kind === 'ignored') {
    const why = cleanText(notified.why, 200);
    await insertDelivery(deps.db, deliveryOf(deps, taking, { verdict: 'ignored', why }));
    return acknowledge(provider);
  }
  const said = notified.kind === 'claim' ? notified.claim : notified.takenBack;
  if (said.merchant !== (provider.merchant ?? said.merchant)) return refuseIt(deps, taking, WRONG_MERCHANT);
  if (!isStorable(said)) return refuseIt(deps, taking, NOT_STORABLE);
  return notified.kind === 'claim' ? takeClaim(deps, taking, notified) : takeBack(deps, taking, notified.takenBack);
};

/** The provider that notifies at an address; undefined for an address that was given to none. */
export const providerAt = (
  { secrets, payments }: Pick<Deps, 'secrets' | 'payments'>,
  { instance, opaque }: Pick<SentNotification, 'instance' | 'opaque'>,
): PaymentProvider | undefined => {
  if (!INSTANCE.test(instance)) return undefined;
  if (!sameBytes(sha256(opaque), sha256(opaqueOf(secrets, instance)))) return undefined;
  const provider = payments.known(instance);
  return provider?.readNotification && provider;
};

/**
 * Takes what providers notify: what is believed and says that money arrived is stored, then acknowledged, and settled
 * after that. Everything else is refused, and written down without a word of it. An instance or an address that there
 * is not is not found.
 */
export const createPayNotifyRoute =
  (deps: Deps): PayNotifyRoute =>
  async ({ instance, opaque, ...raw }) => {
    const provider = providerAt(deps, { instance, opaque });
    return provider ? take(deps, { provider, raw }) : notTaken(404);
  };
