import type { HostInfo, UserNotice } from '@skyport/contract/notices';
import type { Settings } from '@skyport/contract/settings-table';
import type { NoticeRow } from './store.ts';

/** A notification as the bell shows it. */
export const presentNotice = ({ id, href, text, createdAt }: NoticeRow): UserNotice => ({
  _id: id,
  href,
  desc: text,
  time: createdAt.toISOString(),
});

/**
 * The settings that every page of a host may see, with the announcement only while it is shown. On the agency's domain
 * no other one is preferred: it would name a site that the agency's customers do not know.
 */
export const presentHost = (settings: Settings, host: string): HostInfo => ({
  site_name: settings.site_name,
  timezone: settings.timezone,
  preferDomain: host === settings.agency_user_domain.toLowerCase() ? '' : settings.preferDomain,
  describe_host: settings.describe_host,
  agency_user_domain: settings.agency_user_domain,
  default_channel_code: settings.default_channel_code,
  notice_show: settings.notice_show,
  notice_title: settings.notice_show ? settings.notice_title : '',
  notice_content: settings.notice_show ? settings.notice_content : '',
  notice_mark_red: settings.notice_mark_red,
  notice_day_interval: settings.notice_day_interval,
  buy_notice: settings.buy_notice,
  contact_info: settings.contact_info,
  contentUrl_guonei: settings.contentUrl_guonei,
  contentUrl_guowai: settings.contentUrl_guowai,
  virtual_card_url: settings.virtual_card_url,
});
