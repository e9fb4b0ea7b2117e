import {
  accountRows,
  accounts,
  accountsApi,
  checkinApi,
  coupons,
  dashboard,
  dashboardRows,
  device,
  deviceRows,
  failures,
  mailsApi,
  noticeRows,
  recover,
  shellRows,
  subscriptionApi,
  uiRows,
  userInfoApi,
  device as address,
} from './files.ts';
import { row, type SpecRow } from './row.ts';

/* Sections 3 and 4: what the browser keeps, and what follows what. */

export const stateRows: readonly SpecRow[] = [
  row('4.channel.from-c', 'c is kept for 30 days without the slash at its end', [
    ...device('the channel of a visitor is %s'),
    ...deviceRows('the cookie $name stays $days days, for path /, SameSite Lax'),
  ]),
  row('4.channel.default', 'else the default for 99999 days', [
    ...device('the channel of a visitor is %s'),
    ...deviceRows('the cookie $name stays $days days, for path /, SameSite Lax'),
    ...shellRows('a visitor with ?c= keeps that channel, another the default of the host'),
  ]),
  row(
    '4.channel.kept',
    'an existing channel is never overwritten',
    device('a channel that is known is never overwritten'),
  ),
  row('4.token.address', 'token of the address becomes the cookie and leaves the address', [
    ...address('the token of %s leaves the address bar, the rest stays'),
    ...deviceRows('the cookie $name stays $days days, for path /, SameSite Lax'),
  ]),
  row(
    '4.token.at-login',
    'whoever has a token already goes home from log-in',
    accountRows('whoever is logged in already goes home from the log-in page'),
  ),
  row(
    '4.session.permissions',
    'after the account its permissions',
    shellRows('after the account its permissions are asked for, and never for a visitor'),
  ),
  row(
    '4.session.changed',
    'whatever shows the account is made anew',
    dashboard('after a reset every link has the new key, even while the account is read again'),
  ),
  row('4.login.success', 'a record on this device, then home', accountRows('a log-in is remembered on this device')),
  row('4.register.success', 'record, cookie for 50 days, countdown, home', [
    ...accounts('signing up carries the channel, remembers the day and counts three seconds down'),
    ...accountRows('a sign-up is remembered on this device'),
  ]),
  row(
    '4.reset.success',
    'the form becomes a success view',
    recover('sends the hash of the password and the link as it was copied, and then leads to log-in'),
  ),
  row(
    '4.confirm.success',
    'home after three seconds',
    recover('of a sign-up confirms it once, offers to go on and goes home after three seconds'),
  ),
  row('4.confirm.failure', 'register again', recover('that opens nothing says so and offers to register again')),
  row('4.logout', 'call, forget, log-in page', [
    ...shellRows('the account menu shows e-mail and avatar, and logs out'),
    ...accountsApi('somebody signs up, is logged in, logs out and logs in again'),
  ]),
  row(
    '4.expiry',
    'two seconds, log-in page, toast',
    failures('an expired session waits two seconds, says so once, goes to the log-in page and forgets the dead token'),
  ),
  row(
    '4.dropdown',
    'closes on a click elsewhere',
    uiRows('a dropdown opens by its button and closes by a click elsewhere'),
  ),
  row(
    '4.qr',
    'the code is drawn within about a second',
    uiRows('the QR code is drawn on a canvas of 200 by 200, and the window can be closed'),
  ),
  row(
    '4.userkey.replaced',
    'every button has the new link',
    dashboard('after a reset every link has the new key, even while the account is read again'),
  ),
  row(
    '4.userkey.server',
    'the old link is dead at once',
    subscriptionApi('after a reset the old link is dead at once, the new one lives, and nodes hear of it'),
  ),
  row(
    '4.userkey.asks',
    'only after a confirmation',
    dashboardRows('a link is not replaced when the question is answered with no'),
  ),
  row(
    '4.check-in.done',
    'the button says so and is disabled',
    dashboard('a check-in tells what it gave and is done for today'),
  ),
  row(
    '4.check-in.streak',
    'days of required days; a completed streak begins anew',
    checkinApi('a completed streak gives its reward, shows zero, and starts again'),
  ),
  row(
    '4.platform',
    'the tab is remembered',
    dashboard('the chosen platform is remembered, and iOS shows the way to an Apple ID'),
  ),
  row('4.platform.detected', 'else it is that of the device', device('%s with %i touch points is %s')),
  row(
    '4.notice',
    'shown until closed',
    noticeRows('a notice that was closed stays away for its days, and a new text shows again'),
  ),
  row(
    '4.coupon.record',
    'used codes are remembered',
    coupons('a code that was redeemed on this device is not sent again'),
  ),
  row(
    '4.notification',
    'clicked, and the list closes',
    noticeRows('the bell lists what was not clicked; clicking one marks it, follows it and closes the list'),
  ),
  row(
    '4.reset.server',
    'a reset takes effect with its mail',
    mailsApi('a reset changes nothing until its mailed link is opened; then all sessions end and the owner is told'),
  ),
  row(
    '3.local-database',
    'myDatabase with couponRecords and loginRecords',
    deviceRows('the database of the browser has the two tables of the specification'),
  ),
  row(
    '3.user-info',
    'fields of user info',
    userInfoApi('user info has every field of the specification, each with the value of the account'),
  ),
  row(
    '3.coupon-result',
    'name, traffic, day, type',
    coupons('the gain names whole GB and days, each when there are any, for 5 seconds'),
  ),
];
