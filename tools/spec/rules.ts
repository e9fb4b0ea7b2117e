import {
  accountRows,
  accounts,
  checkinApi,
  checkinRules,
  coupons,
  dashboard,
  dashboardRows,
  filesApi,
  help,
  notFound,
  profilePage,
  recover,
  subscriptionRules,
  telegramPage,
} from './files.ts';
import { row, toastOf, texts, type SpecRow } from './row.ts';

/* Section 5: what is refused, in which words. */

const RESET = recover('with %j, %j, %j, %j says %s and sends nothing');
const EMPTY_LOGIN = accounts('an empty log-in form is not sent and says what is missing');
const REGISTER = accountRows('a sign-up with %j, %j, %j says %s and is not sent');

export const ruleRows: readonly SpecRow[] = [
  row('5.login.email', 'empty e-mail', EMPTY_LOGIN, texts('邮件不能为空')),
  row('5.login.password', 'empty password', EMPTY_LOGIN, texts('密码不能为空')),
  row('5.register.differ', 'first: the passwords differ', REGISTER, texts('密码不一样')),
  row('5.register.short', 'second: shorter than 8', REGISTER, texts('密码长度至少8位')),
  row('5.register.email', 'third: no address', REGISTER, texts('邮件不正确')),
  row(
    '5.register.hashed',
    'the password is sent hashed',
    accounts('signing up carries the channel, remembers the day and counts three seconds down'),
  ),
  row('5.reset.empty', 'no password or no confirmation', RESET, texts('请输入密码')),
  row('5.reset.differ', 'they differ', RESET),
  row('5.reset.short', 'shorter than 8', RESET),
  row('5.reset.email', 'no address', RESET),
  row('5.reset.link', 'a link under 8 characters', RESET, texts('订阅链接错误')),
  row(
    '5.find.link',
    'a link under 8 characters',
    recover('by %j asks for the link first'),
    texts('请先输入订阅链接，可通过订阅链接找回账号'),
  ),
  row(
    '5.coupon.trimmed',
    'the code is trimmed',
    coupons('a coupon is redeemed, its code trimmed, and the gain is told'),
  ),
  row(
    '5.coupon.again',
    'a code of this device',
    coupons('a code that was redeemed on this device is not sent again'),
    texts('请勿重复使用'),
  ),
  row('5.empty', 'no text counts as empty', [...coupons('an empty code is not sent'), ...EMPTY_LOGIN]),
  row(
    '5.guard.toast',
    'words, then log-in after two seconds',
    dashboardRows('a visitor who checks in is led to the log-in page after two seconds'),
    toastOf('暂未登录，请登录', 2000),
  ),
  row('5.guard.silent', 'or at once', notFound('the page of all links is for whoever is logged in')),
  row(
    '5.subscribe.visitor',
    'menus need an account',
    dashboard('a visitor sees the page and is asked to log in by every menu'),
    texts('请您登录后再进行订阅'),
  ),
  row(
    '5.subscribe.id',
    'Shadowrocket and SSR need an id; the account is read again',
    [
      ...subscriptionRules('Shadowrocket and SSR need a record with an id'),
      ...dashboardRows('without an id Shadowrocket and SSR stay closed, and the account is read again'),
    ],
    texts('网络异常，请稍后重试'),
  ),
  row(
    '5.subscribe.sing-box',
    'sing-box has words of its own',
    dashboard('a visitor sees the page and is asked to log in by every menu'),
    texts('请登录'),
  ),
  row(
    '5.import.mobile',
    'phones only',
    [
      ...dashboard('apps of phones are not opened from a computer, nor Surge outside iOS'),
      ...subscriptionRules('some clients are opened on phones only, Surge on iOS only'),
    ],
    texts('请在手机端打开本网站，再进行一件订阅的操作'),
  ),
  row(
    '5.import.surge',
    'iOS only',
    dashboard('apps of phones are not opened from a computer, nor Surge outside iOS'),
    texts('仅 IOS surge支持一键订阅'),
  ),
  row('5.check-in.paid', 'needs an account that paid', [
    ...checkinRules('checking in is for paid accounts, once a day and browser'),
    ...checkinApi('unpaid accounts are told who may check in, visitors to log in'),
  ]),
  row(
    '5.check-in.browser',
    'once a day and browser, whatever the account',
    dashboard('another account checked in on this browser today'),
  ),
  row(
    '5.apple.paid',
    'log-in and payment',
    help('a visitor who opens the shared Apple ID is asked to log in', 'whoever never paid is told why they cannot'),
  ),
  row('5.quota', 'at most 100 percent', [
    ...subscriptionRules('the share of the quota stops at 100 percent, and the quota is 50 G when none is named'),
    ...dashboard('the bar of the quota stops at its end'),
  ]),
  row('5.avatar.type', 'jpg, png and webp only', [
    ...profilePage('%s of %d bytes is not sent: %s'),
    ...filesApi('%s', 'a %s picture is stored and served as what it is'),
  ]),
  row(
    '5.avatar.size',
    'at most 4 MB',
    [...profilePage('%s of %d bytes is not sent: %s'), ...filesApi('one byte more than 4 MB, and 4 MB are taken')],
    texts('图片限制在4M内'),
  ),
  row(
    '5.profile.unbind',
    'only unbinding asks',
    telegramPage(
      'unbinding asks first',
      'unbinding that was thought better of changes nothing',
      'a request is confirmed without another question, or refused',
    ),
  ),
];
