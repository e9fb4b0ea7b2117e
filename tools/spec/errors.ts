import {
  accountRows,
  accounts,
  checkinRules,
  coupons,
  dashboard,
  dashboardRows,
  failures,
  help,
  profilePage,
  recover,
  telegramPage,
  uiRows,
} from './files.ts';
import { row, toastOf, texts, type SpecRow } from './row.ts';

/* Section 8: what is said when something fails, or works. */

const COUPON = coupons('%s says %s');
const UNPAID =
  '为避免平台appleid被滥用，保证平台用户能正常使用，共享账号仅开放给付费用户使用。请购买任意金额商品后使用，敬请谅解。';

export const errorRows: readonly SpecRow[] = [
  row(
    '8.network',
    'toast of two seconds',
    [
      ...failures('a read that fails for want of a network says so once'),
      ...accounts('a broken network is told once, as the specification words it'),
    ],
    toastOf('网络错误，请稍后重试', 2000),
  ),
  row(
    '8.network.code',
    'code 502, no data, its own message',
    uiRows('a failed network is code 502 without data'),
    texts('网络错误'),
  ),
  row(
    '8.expired',
    'log-in page after two seconds',
    failures('an expired session waits two seconds, says so once, goes to the log-in page and forgets the dead token'),
    texts('登录过期，请登录'),
  ),
  row(
    '8.visitor',
    'toast, then log-in',
    dashboardRows('a visitor who checks in is led to the log-in page after two seconds'),
  ),
  row(
    '8.login',
    'under the field and in a toast',
    accounts('any refused log-in says the same under the field and in a toast'),
    texts('用户不存在或密码错误', '登录失败'),
  ),
  row(
    '8.signup.taken',
    'under the e-mail',
    accounts('an e-mail that is taken is said at the field'),
    texts('邮件已注册'),
  ),
  row(
    '8.signup.other',
    'the words of the server under the password',
    accountRows('any other refusal of a sign-up is said under the password, with the message of the server'),
  ),
  row('8.reset.link', 'wrong link or user', recover('refused with %s says %s at a field and stays')),
  row(
    '8.reset.forbidden',
    'toast of five seconds',
    recover('for an account that may not do so a toast says it, for five seconds'),
    toastOf('该账号不允许这样操作。', 5000),
  ),
  row(
    '8.reset.other',
    'look at the address',
    recover('refused with %s says %s at a field and stays'),
    texts('请检查邮箱是否正确'),
  ),
  row(
    '8.find',
    'look at the link',
    recover('refused with %s says what to look at'),
    texts('请检查订阅链接是否正确（若订阅链接被重置过，旧订阅链接无法使用）'),
  ),
  row(
    '8.confirm',
    'nothing was opened',
    recover('that opens nothing says so and offers to register again'),
    texts('注册失败'),
  ),
  row('8.coupon.1016', 'no such coupon', COUPON, texts('体验券不存在')),
  row('8.coupon.1017', 'redeemed before; remembered here', COUPON, texts('该体验券已经兑换过')),
  row('8.coupon.1027', 'all gone', COUPON, texts('抱歉，该体验券已抢兑完毕')),
  row('8.coupon.1020', 'wrong type, a toast', COUPON, texts('券类型错误')),
  row('8.coupon.1029', 'over', COUPON, texts('体验券过期')),
  row('8.coupon.other', 'with a hint', COUPON, texts('兑换激活码失败，请勿尝试太多次')),
  row(
    '8.coupon.success',
    'five seconds, whole GB and days',
    coupons('the gain names whole GB and days, each when there are any, for 5 seconds'),
  ),
  row('8.userkey.forbidden', 'toast of five seconds', dashboard('a refused reset is told and changes nothing')),
  row(
    '8.userkey.question',
    'devices lose connection; an hour',
    dashboard('after a reset every link has the new key, even while the account is read again'),
  ),
  row(
    '8.copy.done',
    'two seconds',
    uiRows('copying says that it worked, or that it did not'),
    toastOf('已复制到剪切板', 2000),
  ),
  row('8.copy.failed', 'it did not work', uiRows('copying says that it worked, or that it did not'), texts('复制失败')),
  row(
    '8.copy.profile',
    'with what to do',
    telegramPage('where copying fails it says so, and the command can be copied by hand'),
    texts('复制失败, 请手动复制'),
  ),
  row(
    '8.check-in.unpaid',
    'two seconds',
    [
      ...checkinRules('checking in is for paid accounts, once a day and browser'),
      ...dashboard('unpaid accounts and browsers that checked in before are not sent to the server'),
    ],
    toastOf('付费用户可领取每日福利', 2000),
  ),
  row(
    '8.check-in.other',
    'five seconds',
    dashboard('another account checked in on this browser today'),
    toastOf('已经使用其他账号签过到', 5000),
  ),
  row(
    '8.check-in.failed',
    'two seconds',
    dashboard('a refused check-in says so and may be tried again'),
    toastOf('签到失败', 2000),
  ),
  row(
    '8.check-in.success',
    'MB, days, extra reward',
    checkinRules('the answer is told with its megabytes, its days and the extra reward'),
  ),
  row(
    '8.try.apple',
    'two seconds',
    help('a visitor who opens the shared Apple ID is asked to log in'),
    toastOf('请您登录后再进行尝试', 2000),
  ),
  row('8.try.coupon', 'two seconds', coupons('a visitor is asked to log in'), toastOf('请您登录后再进行体验', 2000)),
  row('8.apple.unpaid', 'ten seconds', help('whoever never paid is told why they cannot'), toastOf(UNPAID, 10_000)),
  row(
    '8.user-info',
    'ten seconds',
    dashboard('an account that could not be read is told, and can be read again'),
    toastOf('请稍后重试', 10_000),
  ),
  row(
    '8.profile.saved',
    'saved',
    profilePage('sends everything as it stands, without a password while the address stays'),
    toastOf('修改资料成功', 5000),
  ),
  row(
    '8.profile.not-saved',
    'not saved',
    profilePage('says when it failed, and keeps what was chosen'),
    toastOf('修改失败', 5000),
  ),
  row('8.profile.unbound', 'unbound', telegramPage('unbinding asks first'), texts('解除成功')),
  row('8.profile.not-unbound', 'not unbound', telegramPage('unbinding that failed says so'), texts('解除失败')),
  row('8.profile.image', 'too large', profilePage('%s of %d bytes is not sent: %s'), texts('图片限制在4M内')),
];
