import {
  accountRows,
  accounts,
  allLinks,
  coupons,
  dashboard,
  dashboardRows,
  guideData,
  guidePages,
  guideTexts,
  help,
  links,
  noticeRows,
  payingPage,
  profilePage,
  recover,
  shellRows,
  subscriptionRules,
  telegramApi,
  telegramPage,
  uiRows,
} from './files.ts';
import { row, texts, type SpecRow } from './row.ts';

/* Section 2: what stands on each screen. */

const shell: readonly SpecRow[] = [
  row(
    '2.header.tabs',
    'tabs by role in the header; those of staff in their menu at the side',
    shellRows(
      'the header shows the tabs of the account whose pages exist',
      'staff find the pages that they may open in groups at the side',
    ),
  ),
  row(
    '2.header.bell',
    'a list of notifications; clicking one marks it and closes the list',
    noticeRows('the bell lists what was not clicked; clicking one marks it, follows it and closes the list'),
  ),
  row(
    '2.header.user',
    'e-mail, avatar and log-out',
    shellRows('the account menu shows e-mail and avatar, and logs out'),
  ),
  row(
    '2.header.login',
    'a log-in button for visitors',
    shellRows('a visitor has a log-in button, no bell and no account menu'),
  ),
  row('2.footer', 'a copyright line', shellRows('the footer has the copyright line')),
  row(
    '2.notice.content',
    'title, content, domain, contact',
    noticeRows('the announcement shows title, text, preferred domain and contact'),
  ),
  row('2.notice.red', 'a red highlight when the host marks it', noticeRows('an announcement that is marked is red')),
];

const entrance: readonly SpecRow[] = [
  row(
    '2.login.fields',
    'e-mail and password',
    accounts('logging in sends the hash of the password, never the password, and goes home'),
  ),
  row('2.login.links', 'forgot password and register', accountRows('the log-in page leads to reset and to sign-up')),
  row(
    '2.login.agency',
    'no register button for the agency',
    accountRows("on the agency's domain the log-in page offers no sign-up"),
  ),
  row(
    '2.login.redirect',
    'a newcomer with a channel code is taken to sign-up once, after 100 ms',
    accountRows(
      'a newcomer with a channel code is taken to sign-up, once',
      'a newcomer stays at log-in for 100 ms before sign-up opens',
      'whoever logged in on this device before stays at log-in, channel code or not',
    ),
  ),
  row('2.register.fields', 'e-mail, password twice, link back', accountRows('the sign-up page leads back to log-in')),
  row(
    '2.register.success',
    'three seconds, then home',
    accounts('signing up carries the channel, remembers the day and counts three seconds down'),
  ),
  row(
    '2.confirm.success',
    'direct log-in, home after three seconds',
    recover(
      'of a sign-up confirms it once, offers to go on and goes home after three seconds',
      'of a password change asks the other route; going on at once leads home',
    ),
  ),
  row(
    '2.confirm.failure',
    'register again',
    recover('that opens nothing says so and offers to register again'),
    texts('重新注册'),
  ),
  row(
    '2.reset.fields',
    'link, e-mail, new password twice',
    recover('sends the hash of the password and the link as it was copied, and then leads to log-in'),
  ),
  row('2.reset.find', 'find the account', recover('by its link fills the address in and says it'), texts('找回账号')),
  row(
    '2.coupon.window',
    'code, confirm, cancel',
    coupons('a coupon is redeemed, its code trimmed, and the gain is told'),
    texts('体验券兑换'),
  ),
];

const start: readonly SpecRow[] = [
  row(
    '2.dashboard.days',
    'days left, bar of the daily quota',
    dashboard('a member sees days, quota, permanent traffic and the streak', 'the bar of the quota stops at its end'),
  ),
  row(
    '2.dashboard.permanent',
    'permanent traffic with a way to the shop',
    dashboard('a member sees days, quota, permanent traffic and the streak'),
  ),
  row(
    '2.dashboard.top-up-agency',
    'no such way for the agency',
    dashboard('an agency customer sees neither shop nor buying notice nor another domain'),
  ),
  row(
    '2.dashboard.check-in',
    'streak and button',
    dashboard('a check-in tells what it gave and is done for today'),
    texts('每日签到', '已签到'),
  ),
  row(
    '2.dashboard.platforms',
    'four tabs, remembered',
    dashboard('the chosen platform is remembered, and iOS shows the way to an Apple ID'),
  ),
  row('2.dashboard.clients', 'the clients of each platform', [
    ...subscriptionRules('each platform lists its clients in the order of the specification'),
    ...dashboardRows('each platform has its tab with its clients, each with a menu, and a guide where there is one'),
  ]),
  row(
    '2.dashboard.guides',
    'each client leads to its guide',
    guideData('every client of the getting-started panel leads to the guide of that client on that platform'),
  ),
  row(
    '2.dashboard.apple-id',
    'iOS shows the way to a shared Apple ID',
    dashboard('the chosen platform is remembered, and iOS shows the way to an Apple ID'),
  ),
  row(
    '2.dashboard.trouble',
    'a link to the help page',
    dashboardRows('both cards lead to the help page'),
    texts('使用异常？'),
  ),
  row('2.dashboard.buy-notice', 'a notice about buying, once a day and browser, closed by a button', [
    ...dashboard('others see the buying notice once a day, and the prompt to change the domain'),
    ...noticeRows('a notice that was closed stays away for its days, and a new text shows again'),
  ]),
  row(
    '2.dashboard.buy-notice-agency',
    'none for the agency',
    dashboard('an agency customer sees neither shop nor buying notice nor another domain'),
  ),
  row(
    '2.dashboard.domain',
    'a prompt to change the domain',
    dashboard('others see the buying notice once a day, and the prompt to change the domain'),
  ),
  row(
    '2.advanced.buttons',
    'seven buttons, three recommended, four without direct connection',
    [
      ...subscriptionRules('the advanced card recommends three clients and warns about four'),
      ...dashboardRows('the advanced card has its seven buttons with their labels'),
    ],
    texts('订阅导入（进阶）', '不支持直连'),
  ),
  row('2.advanced.trouble', 'a link to the help page', dashboardRows('both cards lead to the help page')),
  row(
    '2.advanced.title',
    'the title leads to all links of type ssr',
    dashboardRows('the title of the advanced card leads to all links of SSR'),
  ),
  row(
    '2.advanced.menu',
    'import, copy, QR code, reset',
    dashboardRows('the menu of a client has import, copy, QR code and reset'),
  ),
  row(
    '2.all-links',
    'the page that the title leads to',
    allLinks('it lists every link of the type in the address, read from where the page came'),
  ),
  row('2.qr.window', 'title, description, canvas of 200 × 200, close button', [
    ...dashboard('the QR code opens in a window with its title'),
    ...uiRows('the QR code is drawn on a canvas of 200 by 200, and the window can be closed'),
  ]),
  row(
    '2.qr.wxpay',
    'steps for paying on a phone',
    payingPage('on the phone that pays, a code is saved and scanned from the album, step by step'),
  ),
];

const guides: readonly SpecRow[] = [
  row(
    '2.guide.steps',
    'numbered steps with drawings',
    guidePages('$path shows its title, its numbered steps with drawings, and buttons with the right links'),
  ),
  row(
    '2.guide.kinds',
    'download, import, proxy, node, extras, trouble',
    guideData(
      '$path says how to install, import, connect, choose a node, what else there is, and what to do when it fails',
    ),
  ),
  row(
    '2.guide.downloads',
    'downloads by the bases of the settings',
    guidePages('with 国外订阅 files come from outside the mainland'),
  ),
  row(
    '2.guide.sing-box-mac',
    'remote profile, Dashboard, start, Groups, lightning icon',
    guideTexts('the guide $where names $phrases'),
  ),
  row(
    '2.guide.sing-box-android',
    'apk, import or copy, remote profile, Auto Update, Groups, start; Android 7.0',
    guideTexts('the guide $where names $phrases'),
  ),
  row(
    '2.guide.sing-box-windows',
    'zip, kernel, subscription, system proxy, node',
    guideTexts('the guide $where names $phrases'),
  ),
  row(
    '2.guide.clash-mac',
    'dmg, import or managed config, system proxy',
    guideTexts('the guide $where names $phrases'),
  ),
  row('2.guide.v2rayn', 'version 7.0.0 or newer', [
    ...guideTexts('versions are those of the specification, and guides show them'),
    ...help('the help page has its eight answers, in their order'),
  ]),
  row(
    '2.guide.import-links',
    'import links of every client',
    links('%s opens with its import link', 'links that carry base64 are these, letter by letter'),
  ),
  row('2.help.items', 'eight answers', help('the help page has its eight answers, in their order')),
  row(
    '2.help.promise',
    'an answer within a working day, a reward of 20 G',
    help('it promises an answer within a working day and a reward for good ideas'),
  ),
  row(
    '2.apple.share',
    'for paying users; open the link; the article',
    help('a paying customer has the link', 'a visitor who opens the shared Apple ID is asked to log in'),
  ),
  row(
    '2.apple.article',
    'five steps, a card from outside',
    help(
      'the article has five steps with drawings, the way to Apple, and no card where none is set',
      'the virtual card is the one that the operator set',
    ),
  ),
];

const profile: readonly SpecRow[] = [
  row(
    '2.profile.avatar',
    'avatar upload',
    profilePage('is sent with the token, shown at once and saved with the rest'),
  ),
  row(
    '2.profile.permissions',
    'list with description and end; three shown',
    profilePage('of the first three are shown, then all, then three again'),
    texts('收起'),
  ),
  row(
    '2.profile.email',
    'the address',
    profilePage('of another address asks for the password, and says where the mail went'),
  ),
  row(
    '2.profile.switches',
    'three checkboxes, two with help',
    profilePage(
      'sends everything as it stands, without a password while the address stays',
      'each switch has help that the keyboard reaches',
    ),
    texts('解除DNS管制', '国外订阅', '英文节点'),
  ),
  row(
    '2.profile.reset',
    'replace the subscription link',
    profilePage('the subscription link is reset after the question that every menu asks'),
  ),
  row('2.profile.telegram', 'link, bind command, copy, unbind with confirmation', [
    ...telegramPage('the command is shown with the id alone and copied with its one-time code', 'unbinding asks first'),
    ...telegramApi('the link with a token binds with one tap, once'),
  ]),
  row(
    '2.profile.telegram-agency',
    'hidden from agency customers',
    telegramPage("an agency's customer sees nothing of Telegram"),
  ),
  row(
    '2.profile.save',
    'a button that saves',
    profilePage('sends everything as it stands, without a password while the address stays'),
    texts('保存更改'),
  ),
];

export const screenRows: readonly SpecRow[] = [...shell, ...entrance, ...start, ...guides, ...profile];
