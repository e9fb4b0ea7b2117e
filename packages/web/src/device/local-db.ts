import type { Table } from 'dexie';
import { fetchCode } from './fetch-code.ts';

interface CouponRecord {
  id?: number;
  code: string;
  time: number;
}
interface LoginRecord {
  id?: number;
  time: number;
}

interface LocalDb {
  readonly couponRecords: Table<CouponRecord, number>;
  readonly loginRecords: Table<LoginRecord, number>;
}

let opened: LocalDb | undefined;

/** The browser's own database `myDatabase`; loaded only when something is recorded or looked up. */
const localDb = async (): Promise<LocalDb> => {
  const { Dexie } = await fetchCode(() => import('dexie'));
  if (opened) return opened;
  const db = new Dexie('myDatabase');
  db.version(1).stores({ couponRecords: '++id, code, time', loginRecords: '++id, time' });
  opened = { couponRecords: db.table('couponRecords'), loginRecords: db.table('loginRecords') };
  return opened;
};

/** Works on the database, or gives `otherwise` where a browser refuses one (private windows, full disks). */
const withDb = async <T>(otherwise: T, work: (db: LocalDb) => Promise<T>): Promise<T> => {
  try {
    return await work(await localDb());
  } catch {
    return otherwise;
  }
};

/** Remembers that a coupon code was redeemed on this device. `now` in ms since 1970. */
export const recordCoupon = async (code: string, now: number): Promise<void> =>
  withDb(undefined, async ({ couponRecords }) => void (await couponRecords.add({ code, time: now })));

/** Whether a coupon code was redeemed on this device before; false where nothing can be remembered. */
export const couponRecorded = async (code: string): Promise<boolean> =>
  withDb(false, async ({ couponRecords }) => (await couponRecords.where('code').equals(code).count()) > 0);

/** Remembers a log-in on this device. `now` in ms since 1970. */
export const recordLogin = async (now: number): Promise<void> =>
  withDb(undefined, async ({ loginRecords }) => void (await loginRecords.add({ time: now })));

/** Whether anybody ever logged in on this device; false where nothing can be remembered. */
export const loginRecorded = async (): Promise<boolean> =>
  withDb(false, async ({ loginRecords }) => (await loginRecords.count()) > 0);
