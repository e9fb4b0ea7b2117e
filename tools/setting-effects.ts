import type { SettingName } from '@skyport/contract/settings-table';
import { inFile, type Proof } from './spec/row.ts';

const server = (name: string) => inFile(`packages/server/src/${name}`);
const web = (name: string) => inFile(`packages/web/src/${name}`);

const backups = server('backup/backups.api.test.ts');
const billing = server('traffic/billing.db.test.ts');
const boxes = server('notices/notices.api.test.ts');
const effects = server('settings/effects.api.test.ts');
const images = server('files/s3.api.test.ts')(
  'keeps images, serves them through the panel, and loses them when nothing uses them',
);
const mailing = server('mail/deliver.api.test.ts');
const windows = web('notices/notices.spec-rows.page.test.tsx');
const retention = server('traffic/retention.db.test.ts');
const notices = boxes('everyone sees the host settings; a hidden announcement is not sent');
const downloads = boxes(
  'the download bases and the card are for everybody, the shared Apple ID only for whoever has paid',
);
const script = effects('a server of type %s joins with the script that the settings name for it');
const scales = billing('upload, user and global scales count, and small accounts are spared the global one');
const rebates = server('orders/rebates.api.test.ts')(
  'what a new channel earns, and for how long where rebates end, are settings',
);
const transfers = server('push/push.api.test.ts')(
  'minimum and fee are settings, and a transfer keeps the fee of its moment',
);
const draws = server('prizes/draw.api.test.ts')('what a draw costs, and the seats of the wheel, are settings');
const staffList = server('settings/settings.api.test.ts')(
  'makes accounts operations staff and customers again, who have to log in anew',
);

const withdrawing = server('withdrawals/withdrawals.api.test.ts');
const instances = server('payments/instances/instances.api.test.ts');
const outside = server('rules/outside/outside.api.test.ts')(
  'a list that is switched on is fetched by the job, served as files, and named by documents',
);
const usdtBuying = server('payments/usdt/buying.api.test.ts');
const usdtOffer = usdtBuying(
  'USDT are offered on chains that have an address, endpoints and a watcher that has read them',
);
const usdtTerms = usdtBuying('a payment asks an exact amount at the rate of the settings, and as long as they say');

/** Of every setting where it is seen to take effect. */
export const settingEffects: Readonly<Record<SettingName, readonly Proof[]>> = {
  site_name: server('gate/console-page.api.test.ts')(
    'the page says what /api/host/get would, and is called as the site is',
  ),
  timezone: [
    ...effects('a day begins where the settings say'),
    ...web('subscription/dashboard.page.test.tsx')('the day of a check-in is one of the zone that the settings name'),
  ],
  preferDomain: notices,
  describe_host: server('telegram/bot.api.test.ts')('a link has the address of the account, else that of the site'),
  agency_user_domain: server('accounts/accounts.api.test.ts')('nobody signs up on the domain of an agent'),
  contact_info: server('gate/console-page.api.test.ts')(
    'it is asked for again without being sent again, until it says something else',
  ),
  apple_share_url: downloads,
  virtual_card_url: downloads,
  status_page: server('status/status.api.test.ts')('the page is not there until a setting switches it on'),
  signup_confirm: server('accounts/mailed-links/mails.api.test.ts')(
    'where confirmation is not asked for, the account is usable at once and gets the mail along',
  ),
  staff_second_step: server('accounts/second-step/second-step.api.test.ts')(
    'staff of whom a second step is required may only set it up, until they have',
  ),
  link_network_alarm: server('subscription/link-watch/link-watch.api.test.ts')(
    'how many networks are too many is a setting, and 0 asks for silence',
  ),
  link_fetch_limit: server('subscription/import-page/import-page.api.test.ts')(
    'an opened page is one fetch by a browser, and is bounded as the documents of the account are',
  ),
  usage_line: server('subscription/subscription.api.test.ts')(
    'apps that show no header get what is left as a first line, where the settings say so',
  ),
  admin_id: server('ledger/ledger.db.test.ts')(
    'a planted difference is an alarm to the operator, once, a row of the error log and a figure, until it is mended',
  ),
  telegram_bot_token: server('chat/deliver.api.test.ts')(
    'a wrong token lets everything wait until the operator has mended it',
  ),
  telegram_api_root: server('telegram/transport.api.test.ts')(
    'the name of the bot is known while there is one, whatever the settings say meanwhile',
  ),
  telegram_webhook: server('telegram/transport.api.test.ts')(
    'with the webhook on, Telegram is told where to deliver and with what to prove itself',
  ),
  telegram_sub_link: server('telegram/bot.api.test.ts')(
    'where the settings say so, the bot neither sends nor offers the subscription link',
  ),
  smtp_host: mailing('without a mail server everything waits'),
  smtp_port: mailing('while the mail server is away mails wait, are tried again later and later, and then arrive'),
  smtp_user: server('mail/rules.test.ts')(
    'mails come from the address of the settings, else from the account, and are off without either',
  ),
  smtp_password: mailing('a wrong password at the mail server lets everything wait until the operator has mended it'),
  smtp_from: mailing('a mail goes out encrypted and logged in, in both forms, from the address of the settings'),
  smtp_plain: mailing('a server without encryption gets nothing, not even the password, unless the operator allows it'),
  smtp_ca: mailing('a server whose certificate nobody vouches for gets nothing'),
  s3_on: server('files/s3.api.test.ts')(
    'keeps what it has when new images go to the disk, and the disk what it has when they go here',
  ),
  s3_endpoint: images,
  s3_bucket: images,
  s3_region: server('files/s3.api.test.ts')('takes images with the right secret only'),
  s3_access_key: server('files/s3.api.test.ts')('takes images with the right secret only'),
  s3_secret_key: server('files/s3.api.test.ts')('takes images with the right secret only'),
  traffic_spend_scale: scales,
  upload_traffic_spend_scale: scales,
  minestTrafficSpend: billing('use below the minimum waits without a record'),
  noGlobalTrafficScaleLimit: scales,
  vip_traffic_thred_rate_limit: server('fleet/pull/pull.db.test.ts')(
    'a member who uses too much in one hour is paused on the nodes, notified of it, and back when it ends',
  ),
  traffic_record_days: retention('traffic records are kept by months, for the days that the settings say'),
  usage_detail_days: retention('the nightly job has room for the coming months and keeps what the settings say'),
  daily_figure_days: retention('the nightly job has room for the coming months and keeps what the settings say'),
  usage_batch_days: retention('what nodes took is kept for 35 days, however long batches are'),
  backup_every_hours: backups('writes a backup by the schedule of the settings, and has it restored to test it'),
  backup_hour: server('backup/schedule.test.ts')('a daily backup is due once, from its hour of the shop’s day on'),
  backup_keep: backups('keeps as many good backups as the settings say, and always the last one'),
  backup_s3: server('backup/copies.api.test.ts')(
    'copies the newest good backup to the object store, and removes it with the file',
  ),
  backup_try_restore: server('backup/test-restore.api.test.ts')(
    'restores no backup by itself where the settings say so',
  ),
  updateV2rayDuration: server('nodes/health-now.test.ts')(
    'three health checks an hour apart are three hours, and a few seconds without one are never called a standstill',
  ),
  trafficStasticDuration: server('fleet/pull/pull.db.test.ts')(
    'how long bytes may flow unbilled follows the interval of the settings',
  ),
  apine_install: script,
  ubuntu_x86_install: script,
  ubuntu_arm_install: script,
  ubuntu_guonei_install: script,
  ubuntu_reality_install: script,
  alpine_reality_install: script,
  mainland_list_on: outside,
  mainland_list_url: outside,
  ad_list_on: outside,
  ad_list_url: outside,
  alipay: instances('pays by the instance that was chosen, whose gateway knows the trade'),
  wxpay: instances('comes back to where the settings say, and the gateway notifies us where they say'),
  usdt: usdtOffer,
  usdtpay: usdtOffer,
  usdt_trc20_nodes: usdtOffer,
  usdt_erc20_nodes: usdtOffer,
  usdt_bep20_nodes: usdtOffer,
  usdt_polygon_nodes: usdtOffer,
  exchange_rate: usdtTerms,
  usdtCheckTime: usdtTerms,
  usdtCheckInterval: server('payments/usdt/watcher.api.test.ts')(
    'each chain is looked at at the pause of the settings, and a slow one holds up no other',
  ),
  notify_url: instances('comes back to where the settings say, and the gateway notifies us where they say'),
  return_url: instances('comes back to where the settings say, and the gateway notifies us where they say'),
  order_expire_hours: server('orders/orders.api.test.ts')('an order waits for its payment as long as the settings say'),
  min_charge_money: withdrawing('nothing is withdrawn below what the settings say is the least'),
  withdraw_hold_days: withdrawing('a rebate can be withdrawn once it has waited for the days of the settings'),
  push_min: transfers,
  push_cost_rate: transfers,
  openChannel: server('accounts/accounts.api.test.ts')('with openChannel a new account is a channel'),
  inviteRule: rebates,
  channelRewardRate: rebates,
  channelConsumerDuration: rebates,
  default_channel_code: web('app/shell.spec-rows.page.test.tsx')('a visitor without ?c= gets the default of the host'),
  premium_channel_code: server('shop/shop.api.test.ts')(
    'customers of the premium channel see only products above 20 yuan',
  ),
  yunying_list: staffList,
  signUseRewardTraffic: server('checkin/checkin.api.test.ts')('a reward of nothing is a check-in all the same'),
  continueSignUseDay: server('checkin/checkin.api.test.ts')(
    'a completed streak gives its reward, shows zero, and starts again',
  ),
  continueSignReward: effects('a whole streak gives the traffic that the settings promise'),
  prizeBaseCost: draws,
  gameSeat: draws,
  notice_show: notices,
  notice_title: notices,
  notice_content: notices,
  notice_mark_red: windows('an announcement that is marked is red'),
  notice_day_interval: windows('a notice that was closed stays away for its days, and a new text shows again'),
  buy_notice: web('subscription/dashboard.page.test.tsx')(
    'others see the buying notice once a day, and the prompt to change the domain',
  ),
  contentUrl_guonei: downloads,
  contentUrl_guowai: downloads,
};
