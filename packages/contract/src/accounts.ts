import { z } from 'zod';
import { access, call, raw } from './call.ts';
import { CaptchaSolution } from './captcha.ts';
import { field } from './form.ts';
import { switchLabels } from './profile-texts.ts';
import { Done, Email, KnownEmail, Nothing, PasswordHash } from './shapes.ts';
import { ByteCount, Id, Instant, Line, SearchLine, YuanAmount } from './units.ts';

/** Kinds of account; absent on the wire for an account of undefined type. */
export const UserType = z.enum(['admin', 'normal', 'channel', 'yunying']);
export type UserType = z.infer<typeof UserType>;

/** Amounts of the daily check-in: traffic in M (1024² bytes), streak in days. */
export const SignUseRewardInfo = z.object({
  signUseRewardTraffic: z.number().nonnegative(),
  continueSignUseDay: z.number().int().positive(),
  continueSignReward: z.number().nonnegative(),
});
export type SignUseRewardInfo = z.infer<typeof SignUseRewardInfo>;

/** The logged-in account as its owner sees it. Traffic and quotas in bytes. */
export const UserInfo = z.object({
  _id: Id,
  email: z.string(),
  icon: z.string(),
  type: UserType.optional(),
  /** Secret part of the subscription link; empty unless both parts of the session came. */
  userkey: z.string(),
  paidUser: z.boolean(),
  /** Permanent traffic: what is left is `traffic - spendTraffic`. */
  traffic: ByteCount,
  spendTraffic: ByteCount,
  vipExpireTime: Instant.nullable(),
  dailyTimePackageUsage: ByteCount,
  /** Daily quota of a member, and of an account with a special one. */
  limit: ByteCount,
  /** The account has its daily quota without membership, too. */
  specialDailyUnlimitTraffic: z.boolean(),
  /** Check-ins in a row. */
  haveContinueSignUseData: z.number().int().nonnegative(),
  signUseToday: z.boolean(),
  signUseRewardInfo: SignUseRewardInfo,
  channel_code: z.string(),
  preferDomain: z.string(),
  /** Base of subscription links; empty = the page's own origin. */
  describe_host: z.string(),
  inXinjiang: z.boolean(),
  in_foreign: z.boolean(),
  use_english_node: z.boolean(),
  is_agency_user: z.boolean(),
  /** The account serves agency customers of its own. */
  is_agency: z.boolean(),
  telegram_bound: z.boolean(),
  /** Link to the bot; empty when none is set up. */
  telegram_bot: z.string(),
  wallet_money: YuanAmount.optional(),
  /** Where the shared Apple ID is; absent for accounts that never paid, empty when none is set up. */
  apple_share_url: z.string().optional(),
  /** Staff who may do nothing else until they have set up a second step. */
  second_step_required: z.literal(true).optional(),
});
export type UserInfo = z.infer<typeof UserInfo>;

/** A permission that the account holds until `expireTime`. */
export const HeldPermission = z.object({ id: Id, name: z.string(), desc: z.string(), expireTime: Instant });
export type HeldPermission = z.infer<typeof HeldPermission>;

/** Address of the page that calls, of which origin and path are kept: the site sends no Referer header. */
const PageUrl = SearchLine(2000).optional();

/** Host name of the page that asks: it only selects one of the configured domains for a mailed link. */
const PageHost = field('域名', Line(253).default(''));

/** A subscription link as somebody copied it; which account it belongs to, only the server can say. */
const DescribUrl = field('订阅链接', SearchLine(2000));

/** What log-in asks for. */
export const LoginForm = z.object({ email: field('邮箱', KnownEmail), password: field('密码', PasswordHash) });
/** What makes an account. */
const NewAccount = LoginForm.extend({ email: field('邮箱', Email) });

/** Who asked for a mailed link, as another browser is shown it that opens the link. */
export const LinkAsker = z.object({
  /** Address of the account, of which only the beginning is readable. */
  email: z.string(),
  at: Instant,
  /** Browser and system, as far as they are known. */
  device: z.string(),
  /** Network of the client address. */
  network: z.string(),
});
export type LinkAsker = z.infer<typeof LinkAsker>;

/** What opening a mailed link answers, as plain JSON. */
export const LinkAnswer = z.object({
  Code: z.number(),
  /** With code 1117: nothing has changed, and this is who asked. */
  asked: LinkAsker.optional(),
  /** Confirmed, but this browser stays logged in to another account. */
  other_account: z.literal(true).optional(),
});
export type LinkAnswer = z.infer<typeof LinkAnswer>;

export const accountsCalls = {
  userInfo: call({
    path: '/api/user/userinfo',
    access: access.accountSetUp,
    rate: 'read',
    summary: 'The record of the logged-in account.',
    input: z.object({ page_url: PageUrl }),
    output: UserInfo,
    fails: [],
  }),
  myPermissions: call({
    path: '/api/permission/mypermissions',
    access: access.accountSetUp,
    rate: 'read',
    summary: 'The special permissions that the account holds now.',
    input: Nothing,
    output: z.array(HeldPermission),
    fails: [],
  }),
  login: call({
    path: '/api/user/login',
    access: access.anyone,
    rate: 'credential',
    summary: 'Logs in, the session arrives as two cookies; or asks for the second step and gives a ticket for it.',
    input: LoginForm.extend({ captcha: CaptchaSolution.optional() }),
    output: Done,
    fails: ['loginFailed', 'secondStepNeeded', 'captchaNeeded'],
  }),
  signup: call({
    path: '/api/user/signup',
    access: access.anyone,
    rate: 'credential',
    summary:
      'Makes an account and logs it in, or mails a link that it has to be confirmed by; refused on an agency domain.',
    input: NewAccount.extend({
      /** Only names an uploaded image. */
      icon_url: field('头像', Line(512).default('')),
      host: PageHost,
      channel_code: field('渠道码', SearchLine(64).default('')),
      page_url: PageUrl,
      captcha: CaptchaSolution.optional(),
    }),
    /** `confirm`: nobody is logged in yet, a mailed link has to be opened first. */
    output: z.object({ confirm: z.boolean() }),
    fails: ['emailTaken', 'emailWrong', 'captchaNeeded'],
  }),
  setupAdmin: call({
    path: '/api/user/setup_admin',
    access: access.anyone,
    rate: 'credential',
    summary: 'Makes the first admin with the one-time link printed at start, and logs in.',
    input: NewAccount.extend({ code: field('一次性安装码', Line(128).min(1)) }),
    output: Done,
    fails: ['notFound', 'emailTaken'],
  }),
  logout: call({
    path: '/api/user/logout',
    access: access.accountSetUp,
    rate: 'change',
    summary: 'Ends the session on the server and clears its cookies.',
    input: Nothing,
    output: Done,
    fails: [],
  }),
  resetPassword: call({
    path: '/api/user/reset_password',
    access: access.anyone,
    rate: 'credential',
    summary: 'Sets a new password for whoever holds the current subscription link; by mailed link when mail is set up.',
    input: LoginForm.extend({ describUrl: DescribUrl, host: PageHost, captcha: CaptchaSolution.optional() }),
    /** `mailed`: nothing has changed yet, a mailed link has to be opened first. */
    output: z.object({ mailed: z.boolean() }),
    fails: ['linkWrong', 'emailWrong', 'accountForbids', 'captchaNeeded'],
  }),
  getEmail: call({
    path: '/api/user/get_email',
    access: access.anyone,
    rate: 'credential',
    summary: 'Tells the e-mail address of the account a current subscription link belongs to, and the account of it.',
    input: z.object({ describUrl: DescribUrl, captcha: CaptchaSolution.optional() }),
    output: z.string(),
    fails: ['linkWrong', 'accountForbids', 'captchaNeeded'],
  }),
  confirm: call({
    path: '/api/user/confirm',
    access: access.anyone,
    rate: 'credential',
    summary: 'Confirms a mailed link in another browser than the one that asked, after a click, and logs in.',
    input: z.object({
      serial_id: field('链接', Line(64)),
      key: field('链接', Line(64)),
      action: z.enum(['signup_confirm', 'change_password', 'change_email']),
      /** The one that the sign-up chose; asked for with a sign-up only. */
      password: field('密码', PasswordHash).optional(),
    }),
    /** `other_account`: confirmed, but the browser stays logged in to another account. */
    output: z.object({ logged_in: z.boolean(), other_account: z.boolean() }),
    fails: ['notFound', 'emailTaken', 'loginFailed'],
  }),
  changeUseInfo: call({
    path: '/api/user/change_use_info',
    access: access.accountStrict,
    rate: 'change',
    summary: 'Saves e-mail address, avatar and subscription options; a new address asks for the current password.',
    input: z.object({
      email: field('邮箱', KnownEmail).optional(),
      /** Name of an image the account uploaded, or nothing to have none. */
      icon: field('头像', Line(512)).optional(),
      inXinjiang: field(switchLabels.inXinjiang, z.boolean()).optional(),
      in_foreign: field(switchLabels.in_foreign, z.boolean()).optional(),
      use_english_node: field(switchLabels.use_english_node, z.boolean()).optional(),
      /** Only asked for when the address changes. */
      password: field('当前密码', PasswordHash).optional(),
      host: PageHost,
    }),
    /** `mailed`: the address changes when the link in a mail to the new one is opened. */
    output: z.object({ mailed: z.boolean() }),
    fails: ['emailTaken', 'emailWrong', 'loginFailed', 'notFound', 'accountForbids'],
  }),
  setPassword: call({
    path: '/api/user/set_password',
    access: access.accountStrict,
    rate: 'credential',
    summary: 'Changes the password of whoever is logged in and knows the current one; every other session ends.',
    input: z.object({ current: field('当前密码', PasswordHash), password: field('新密码', PasswordHash) }),
    /** Other sessions that ended. */
    output: z.object({ ended: z.number().int().nonnegative() }),
    fails: ['loginFailed', 'accountForbids'],
  }),
} as const;

/** Links of mails; they answer plain JSON (`LinkAnswer`): 1117 in another browser than the one that asked. */
export const accountsRaw = {
  signupConfirm: raw({
    method: 'GET',
    path: '/api/user/signup_confirm',
    access: access.anyone,
    rate: 'credential',
    summary: 'Confirms a registration (query serial_id, key) and logs in.',
    built: true,
  }),
  changePassword: raw({
    method: 'GET',
    path: '/api/user/change_password',
    access: access.anyone,
    rate: 'credential',
    summary: 'Confirms a password change (query serial_id, key) and logs in.',
    built: true,
  }),
  emailConfirm: raw({
    method: 'GET',
    path: '/api/user/email_confirm',
    access: access.anyone,
    rate: 'credential',
    summary: 'Confirms a new e-mail address (query serial_id, key).',
    built: true,
  }),
} as const;
