import type { Clock } from '../../platform/clock.ts';
import type { RowReader, Statement } from '../../platform/row-reader.ts';
import type { TrafficColumns } from '../../traffic/index.ts';

/** Everything a document needs of its user, in one row. */
export interface SubscriberRow extends TrafficColumns {
  readonly id: string;
  readonly num: number;
  readonly userkey_hash: Buffer;
  /** The encrypted userkey in base64: bytes would be made for every row, and hardly any is opened. */
  readonly userkey_enc: string;
  readonly disabled: boolean;
  readonly is_agency_user: boolean;
  readonly normal_permission: boolean;
  readonly in_xinjiang: boolean;
  readonly in_foreign: boolean;
  readonly use_english_node: boolean;
  readonly describe_host: string;
  /** Ids of the permissions held at the asked instant. */
  readonly permissions: readonly string[];
}

/** Bits of the number that holds all flags of a user: one column takes less time to read than seven. */
const FLAGS = {
  disabled: 1,
  is_agency_user: 2,
  normal_permission: 4,
  in_xinjiang: 8,
  in_foreign: 16,
  use_english_node: 32,
  daily_unlimited: 64,
} as const;

const readSubscribers: Statement = {
  name: 'subscription.subscribers',
  text: `select u.id, u.num, u.userkey_hash, encode(u.userkey_enc, 'base64'),
           ${Object.entries(FLAGS)
             .map(([column, weight]) => `case when u.${column} then ${weight} else 0 end`)
             .join(' + ')},
           u.describe_host, u.daily_unlimited_gb,
           t.granted, t.spent, t.vip_until, t.daily_quota, t.day, t.day_used,
           (select string_agg(p.permission_id::text, ',') from user_permissions p
             where p.user_id = u.id and p.expires_at > $2)
         from users u join traffic_account t on t.user_num = u.num where u.id = any($1::uuid[])`,
};

type Columns = readonly [
  id: string,
  num: number,
  hash: Buffer,
  encrypted: string,
  flags: number,
  describeHost: string,
  unlimitedGb: number,
  granted: number,
  spent: number,
  vipUntil: Date | null,
  dailyQuota: number,
  day: string,
  dayUsed: number,
  permissions: string | null,
];

const NONE: readonly string[] = [];

const rowOf = (columns: Columns): SubscriberRow => {
  const [
    id,
    num,
    hash,
    encrypted,
    flags,
    describeHost,
    gb,
    granted,
    spent,
    vipUntil,
    quota,
    day,
    dayUsed,
    permissions,
  ] = columns;
  return {
    id,
    num,
    userkey_hash: hash,
    userkey_enc: encrypted,
    disabled: (flags & FLAGS.disabled) !== 0,
    is_agency_user: (flags & FLAGS.is_agency_user) !== 0,
    normal_permission: (flags & FLAGS.normal_permission) !== 0,
    in_xinjiang: (flags & FLAGS.in_xinjiang) !== 0,
    in_foreign: (flags & FLAGS.in_foreign) !== 0,
    use_english_node: (flags & FLAGS.use_english_node) !== 0,
    daily_unlimited: (flags & FLAGS.daily_unlimited) !== 0,
    describe_host: describeHost,
    daily_unlimited_gb: gb,
    granted,
    spent,
    vip_until: vipUntil,
    daily_quota: quota,
    day,
    day_used: dayUsed,
    permissions: permissions === null ? NONE : permissions.split(','),
  };
};

/** Finds the users of links. */
export interface Subscribers {
  /** The user with this id as they are now, or undefined. Throws when the database cannot be asked. */
  find(userId: string): Promise<SubscriberRow | undefined>;
}

interface Question {
  readonly userId: string;
  readonly resolve: (row: SubscriberRow | undefined) => void;
  readonly reject: (fault: unknown) => void;
}

/** Users that one statement asks for at most. */
const MAX_AT_ONCE = 200;
/** Statements under way at most: while the database works on them, more users gather for the next. */
const MAX_UNDER_WAY = 2;

/**
 * Reads users by id, in batches: questions of the same turn of the event loop, and those that come while the database is
 * busy with earlier ones, share one statement. Under load that is a dozen rows for the price of two. Every row is read
 * after its question was asked.
 */
export const createSubscribers = (reader: RowReader, clock: Clock): Subscribers => {
  let waiting: Question[] = [];
  let underWay = 0;
  let isPlanned = false;
  const ask = async (questions: readonly Question[]): Promise<void> => {
    try {
      const ids = `{${questions.map(({ userId }) => userId).join(',')}}`;
      const rows = await reader.lists<Columns>(readSubscribers, [ids, clock.now()]);
      const found = new Map(rows.map((columns) => [columns[0], columns]));
      for (const { userId, resolve } of questions) {
        const columns = found.get(userId);
        resolve(columns && rowOf(columns));
      }
    } catch (fault) {
      for (const { reject } of questions) reject(fault);
    }
    underWay -= 1;
    plan();
  };
  const send = (): void => {
    isPlanned = false;
    while (waiting.length > 0 && underWay < MAX_UNDER_WAY) {
      underWay += 1;
      void ask(waiting.splice(0, MAX_AT_ONCE));
    }
  };
  const plan = (): void => {
    if (isPlanned || waiting.length === 0 || underWay >= MAX_UNDER_WAY) return;
    isPlanned = true;
    setImmediate(send);
  };
  return {
    find: (userId) =>
      new Promise((resolve, reject) => {
        waiting.push({ userId, resolve, reject });
        plan();
      }),
  };
};
