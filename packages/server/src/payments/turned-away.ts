import { MINUTE_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { createFaultLog } from '../platform/error-log.ts';
import type { PayTurnedAway } from '../platform/pay-notify-route.ts';
import { insertDelivery } from './delivery-store.ts';
import { providerAt } from './notify.ts';

/** Refusals of one instance for one reason are written once in this time, in ms. */
const PAUSE_MS = MINUTE_MS;

const ADDRESS = /^\/api\/pay\/notify\/([^/?]{1,40})\/([^/?]{1,64})(?:\?|$)/;

const whyOf = (status: number): string => {
  if (status === 429) return '来源地址请求过于频繁，未读取';
  return status === 413 ? '通知内容过大，未读取' : '请求格式不正确，未读取';
};

/** Refusals that were counted in this process, and when a row was written last. */
interface Count {
  times: number;
  writtenAt: number;
}

/**
 * Counts notifications that the gate refused unread, in the delivery log: the first of an instance and reason at once,
 * those of the minute after it together with the next one. Only addresses of instances that exist are counted.
 */
export const createPayTurnedAway = (deps: Deps): PayTurnedAway => {
  const counts = new Map<string, Count>();
  const write = async (instance: string, why: string, times: number): Promise<void> => {
    const [id, at] = [deps.ids.next(), deps.clock.now()];
    const delivery = { id, instance, verdict: 'refused', why, claimId: null, bytes: 0, at, times } as const;
    try {
      await insertDelivery(deps.db, delivery);
    } catch (fault) {
      await createFaultLog(deps)(fault, { call: `refused notification ${instance}`, requestId: '' });
    }
  };
  return (url, status) => {
    const [, instance = '', opaque = ''] = ADDRESS.exec(url) ?? [];
    if (!providerAt(deps, { instance, opaque })) return;
    const why = whyOf(status);
    const now = deps.clock.now().getTime();
    const count = counts.get(`${instance} ${why}`) ?? { times: 0, writtenAt: -Infinity };
    counts.set(`${instance} ${why}`, count);
    count.times += 1;
    if (now - count.writtenAt < PAUSE_MS) return;
    const { times } = count;
    Object.assign(count, { times: 0, writtenAt: now });
    void write(instance, why, times);
  };
};
