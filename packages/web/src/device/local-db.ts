import type { Table } from 'dexie';

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

let opened: Promise<LocalDb> | undefined;

/** The browser's own database `myDatabase`; loaded only when something is recorded or looked up. */
const localDb = (): Promise<LocalDb> => {
  opened ??= import('dexie').then(({ Dexie }) => {
    const db = new Dexie('myDatabase');
    db.version(1).stores({ couponRecords: '++id, code, time', loginRecords: '++id, time' });
    return { couponRecords: db.table('couponRecords'), loginRecords: db.table('loginRecords') };
  });
  return opened;
};

/** Remembers that a coupon code was redeemed on this device. `now` in ms since 1970. */
export const recordCoupon = async (code: string, now: number): Promise<void> => {
  await (await localDb()).couponRecords.add({ code, time: now });
};

/** Whether a coupon code was redeemed on this device before. */
export const couponRecorded = async (code: string): Promise<boolean> =>
  (await (await localDb()).couponRecords.where('code').equals(code).count()) > 0;

/** Remembers a log-in on this device. `now` in ms since 1970. */
export const recordLogin = async (now: number): Promise<void> => {
  await (await localDb()).loginRecords.add({ time: now });
};

/** Whether anybody ever logged in on this device. */
export const loginRecorded = async (): Promise<boolean> => (await (await localDb()).loginRecords.count()) > 0;
