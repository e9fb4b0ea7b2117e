import type { SettingName } from '@skyport/contract/settings-table';

/** Where every setting is changed in a browser. */
export const stepsFile = 'e2e/setting-effects.e2e.ts';

/** A step of that file, and the settings that it changes. */
const steps = {
  'what every page shows, and where it leads': [
    'site_name',
    'timezone',
    'preferDomain',
    'describe_host',
    'agency_user_domain',
    'contact_info',
    'apple_share_url',
    'virtual_card_url',
    'default_channel_code',
    'notice_show',
    'notice_title',
    'notice_content',
    'notice_mark_red',
    'notice_day_interval',
    'buy_notice',
    'contentUrl_guonei',
    'contentUrl_guowai',
    'status_page',
  ],
  'mails go out by the server of the settings, and sign-ups wait for them': [
    'signup_confirm',
    'smtp_host',
    'smtp_port',
    'smtp_user',
    'smtp_password',
    'smtp_from',
    'smtp_plain',
    'smtp_ca',
  ],
  'images go to the object store of the settings': [
    's3_on',
    's3_endpoint',
    's3_bucket',
    's3_region',
    's3_access_key',
    's3_secret_key',
  ],
  'the bot of the settings is served, with or without links, and by a webhook': [
    'telegram_bot_token',
    'telegram_api_root',
    'telegram_webhook',
    'telegram_sub_link',
  ],
  'a check-in and a draw give and cost what the settings say': [
    'signUseRewardTraffic',
    'continueSignUseDay',
    'continueSignReward',
    'prizeBaseCost',
    'gameSeat',
  ],
  'transfers, withdrawals and orders keep to the settings': [
    'exchange_rate',
    'order_expire_hours',
    'min_charge_money',
    'withdraw_hold_days',
    'push_min',
    'push_cost_rate',
  ],
  'payments go to the instance of the settings, which notifies and comes back where they say': [
    'alipay',
    'wxpay',
    'notify_url',
    'return_url',
  ],
  'USDT are watched at the endpoints of the settings': [
    'usdt',
    'usdtpay',
    'usdt_trc20_nodes',
    'usdt_erc20_nodes',
    'usdt_bep20_nodes',
    'usdt_polygon_nodes',
    'usdtCheckTime',
    'usdtCheckInterval',
  ],
  'new accounts, channels and staff are what the settings make them': [
    'admin_id',
    'openChannel',
    'inviteRule',
    'channelRewardRate',
    'channelConsumerDuration',
    'premium_channel_code',
    'yunying_list',
  ],
  'servers join with the scripts of the settings': [
    'apine_install',
    'ubuntu_x86_install',
    'ubuntu_arm_install',
    'ubuntu_guonei_install',
    'ubuntu_reality_install',
    'alpine_reality_install',
  ],
  // What these do is proven by the tests that `settingEffects` names: no browser sees it.
  'what nodes and jobs go by is changed, kept and put back': [
    'link_network_alarm',
    'link_fetch_limit',
    'traffic_spend_scale',
    'upload_traffic_spend_scale',
    'minestTrafficSpend',
    'noGlobalTrafficScaleLimit',
    'vip_traffic_thred_rate_limit',
    'traffic_record_days',
    'usage_detail_days',
    'daily_figure_days',
    'usage_batch_days',
    'updateV2rayDuration',
    'trafficStasticDuration',
  ],
  'staff of whom a second step is required may only set it up': ['staff_second_step'],
} as const satisfies Readonly<Record<string, readonly SettingName[]>>;

/** Of every setting the step in which a browser changes it; undefined for one that no step names. */
export const stepOf = (name: SettingName): string | undefined =>
  Object.entries<readonly SettingName[]>(steps).find(([, names]) => names.includes(name))?.[0];
