import type { RowReader, Statement } from '../../platform/row-reader.ts';
import type { TrafficColumns } from '../../traffic/index.ts';

/** Everything a document needs of its user, in one row. */
export interface SubscriberRow extends TrafficColumns {
  /** The id, as reads by key name it. */
  readonly key: string;
  readonly id: string;
  readonly num: number;
  readonly userkey_hash: Buffer;
  /** The encrypted userkey. */
  readonly userkey_enc: Buffer;
  readonly disabled: boolean;
  readonly is_agency_user: boolean;
  readonly normal_permission: boolean;
  readonly in_xinjiang: boolean;
  readonly in_foreign: boolean;
  readonly use_english_node: boolean;
  readonly describe_host: string;
  readonly prefer_domain: string;
  /** Own names, one a row; null without any. */
  readonly own_direct: string | null;
  readonly own_proxied: string | null;
  /** Ids of the permissions held at the asked instant. */
  readonly permissions: readonly string[];
}

const readSubscribers: Statement = {
  name: 'subscription.subscribers',
  text: `select u.id as key, u.id, u.num, u.userkey_hash, u.userkey_enc, u.disabled, u.is_agency_user, u.normal_permission,
           u.in_xinjiang, u.in_foreign, u.use_english_node, u.describe_host, u.prefer_domain,
           o.direct as own_direct, o.proxied as own_proxied, u.daily_unlimited, u.daily_unlimited_gb,
           t.granted, t.spent, t.vip_until, t.daily_quota, t.day, t.day_used,
           array(select p.permission_id::text from user_permissions p
                  where p.user_id = u.id and p.expires_at > $2) as permissions
         from users u join traffic_account t on t.user_num = u.num
         left join own_names o on o.user_num = u.num where u.id = any($1::uuid[])`,
};

/** Users as they are now, by id, with the permissions that they hold at an instant; unknown ids are left out. */
export const listSubscribers = (reader: RowReader, ids: readonly string[], at: Date): Promise<SubscriberRow[]> =>
  reader.rows<SubscriberRow>(readSubscribers, [ids, at]);
