import { closeAtProvider } from '@skyport/server/orders/close-trades';
import { settleClaim } from '@skyport/server/orders/inbox';
import { createPayNotifyRoute } from '@skyport/server/payments/notify';
import { MINUTE_MS } from '@skyport/server/platform/clock';
import type { Deps } from '@skyport/server/platform/deps';
import { changeStoredSettings } from '@skyport/server/settings/store';
import { sql } from 'kysely';
import { startEpayGateway } from '../testkit/epay/gateway.ts';
import { envelopeOf, noticeParams, signNotice } from '../testkit/epay/notices.ts';
import { copiedFrom } from '../testkit/epay/till.ts';
import type { Act } from './demo-acts.ts';
import type { MovableClock } from './demo-clock.ts';

/** Where notifications are addressed; they are passed to the route without a network. */
const ADDRESS = 'http://127.0.0.1:3000';

/** How a notification differs from the payment that it tells of. */
interface Notice {
  /** The provider's own number; by default that of the gateway's order. */
  readonly reference?: string;
  /** Yuan, as a text. */
  readonly money?: string;
  /** Changed after it was signed. */
  readonly forged?: boolean;
}

/** The gateway through which the demo's customers paid by WeChat until today. */
export interface DemoGateway {
  /** Whether new orders are paid through it. */
  readonly isOn: boolean;
  /** Pays a trade without telling us. */
  pay(tradeId: string): void;
  /** Pays a trade and notifies, then settles what was stored. */
  notify(tradeId: string, notice?: Notice): Promise<void>;
  /** Switches the instance off: new orders are paid on the demo's own page. */
  retire(): Promise<void>;
  close(): Promise<void>;
}

const choose = async (deps: Deps, wxpay: string, notify_url: string): Promise<void> => {
  const values = [
    { key: 'wxpay', value: wxpay },
    { key: 'notify_url', value: notify_url },
  ] as const;
  await changeStoredSettings(deps.db, values, deps.clock.now());
  await deps.settings.refresh();
  await deps.payments.refresh();
};

/** Starts a gateway on loopback, and makes its instance by the calls of the admin's own page. */
export const openDemoGateway = async (deps: Deps, clock: MovableClock, staff: Act): Promise<DemoGateway> => {
  const gateway = await startEpayGateway({ clock: clock.now });
  const form = { kind: 'epay_v2', label: '易支付', fee_percent: 1, ...copiedFrom(gateway, 2) } as const;
  const made = await staff('payments', 'makeInstance', form);
  const used = await staff('payments', 'switchInstance', { _id: made._id, version: made.version, on: true });
  await choose(deps, used.name, ADDRESS);
  const take = createPayNotifyRoute(deps);

  const pay = (tradeId: string) => gateway.pay(tradeId.replaceAll('-', ''));
  const notify = async (tradeId: string, { reference, money, forged }: Notice = {}): Promise<void> => {
    const order = pay(tradeId);
    const { keys, shape } = gateway;
    const now = gateway.now();
    const usual = noticeParams(order, keys, { shape, now });
    const changed = { ...usual, ...(reference && { trade_no: reference }), ...(money && { money }) };
    const params = forged ? { ...changed, name: 'forged' } : signNotice(changed, 2, { keys, now });
    const { method, query, contentType, body, url } = envelopeOf(order.made['notify_url']!, params, shape);
    const [instance = '', opaque = ''] = new URL(url).pathname.split('/').slice(-2);
    await take({ instance, opaque, method, query, contentType, headers: {}, body: Buffer.from(body) });
    const { db } = deps;
    const waiting = await db.selectFrom('claims').select('id').where('state', '=', 'waiting').execute();
    for (const { id } of waiting) await settleClaim.run(deps, { id });
    clock.moveTo(new Date(clock.now().getTime() + MINUTE_MS));
  };
  let isOn = true;
  const retire = async (): Promise<void> => {
    isOn = false;
    const now = (await staff('payments', 'instances', {})).find(({ name }) => name === used.name);
    if (!now) throw new Error('the demo has lost its gateway');
    await choose(deps, '', '');
    await staff('payments', 'switchInstance', { _id: now._id, version: now.version, on: false });
    // The gateway ends before a worker starts: a job that tells it of closed trades would only fail.
    await sql`select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where task_identifier = ${closeAtProvider.name}))`.execute(deps.db);
  };
  return {
    get isOn() {
      return isOn;
    },
    pay,
    notify,
    retire,
    close: gateway.close,
  };
};
