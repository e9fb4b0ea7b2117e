import { toast } from '../ui/toasts.ts';
import type { Sketch, Step } from './model.ts';
import { button, field, row, sketcher, tap } from './sketch-rows.ts';

/** Texts of the shared Apple ID page. */
export const shareTexts = {
  title: '共享 Apple ID',
  payingOnly: '共享账号仅供付费用户使用，用于在 App Store 下载大陆地区没有的客户端。',
  rules: [
    '仅在 App Store 中登录，下载完成后立即退出。',
    '不要在系统设置的 iCloud 中登录，否则设备可能被锁定。',
    '不要修改账号的密码和资料。',
  ],
  rulesTitle: '使用前请阅读',
  open: '打开共享账号',
  toShop: '去商店看看',
  notSet: '共享账号暂未提供，请使用自己的非大陆 Apple ID。',
  signup: '没有非大陆 Apple ID？查看注册教程',
  loginFirst: toast('请您登录后再进行尝试', 2000),
  unpaid: toast(
    '为避免平台appleid被滥用，保证平台用户能正常使用，共享账号仅开放给付费用户使用。请购买任意金额商品后使用，敬请谅解。',
    10_000,
  ),
  unpaidAgency: toast(
    '为避免平台appleid被滥用，保证平台用户能正常使用，共享账号仅开放给付费用户使用，敬请谅解。',
    10_000,
  ),
} as const;

/** Apple's own page for new accounts. */
export const APPLE_ACCOUNT_URL = 'https://account.apple.com/account';

/** One step of the article; `link` leads outside. */
export interface SignupStep {
  readonly title: string;
  readonly text: Step['text'];
  readonly sketch: Sketch;
  readonly link?: 'apple' | 'card';
}

const web = sketcher({ frame: 'phone', title: 'account.apple.com' });
const store = sketcher({ frame: 'phone', title: 'App Store' });

/** The five steps of the article. */
export const signupSteps: readonly SignupStep[] = [
  {
    title: '打开注册页面',
    text: ['在浏览器中打开 Apple 账户的注册页面，准备一个没有注册过 Apple ID 的邮箱。'],
    link: 'apple',
    sketch: web(undefined, row('Apple 账户'), tap(button('创建你的 Apple 账户'))),
  },
  {
    title: '填写资料',
    text: [
      '国家或地区选择“美国”（也可以选择其他非大陆地区）。',
      '出生日期须年满 18 周岁，密码须包含大小写字母和数字，并请妥善保存。',
    ],
    sketch: web(
      undefined,
      field('姓名', '请填写拼音'),
      tap(field('国家或地区', '美国'), 1),
      tap(field('邮箱', '未注册过的邮箱'), 2),
      field('密码', '至少 8 位'),
    ),
  },
  {
    title: '验证邮箱和手机号',
    text: ['手机号可以使用大陆的 +86 号码。', '依次填写邮箱和短信中的验证码，完成注册。'],
    sketch: web(undefined, tap(field('邮箱验证码', '6 位数字'), 1), tap(field('短信验证码', '6 位数字'), 2)),
  },
  {
    title: '登录 App Store',
    text: [
      '打开 App Store，点击右上角的头像，在最下方退出原来的账号，再登录新账号。',
      '提示“此 Apple ID 尚未在 App Store 使用过”时，点击“检查”，同意条款。',
    ],
    sketch: store(undefined, row('账户', '新的 Apple ID'), row('尚未使用过'), tap(button('检查'))),
  },
  {
    title: '填写付款方式和地址',
    text: [
      '付款方式选择“无”，地址按所选地区填写（美国俄勒冈州没有消费税）。',
      '没有“无”的选项，或者需要购买付费应用时，可以使用虚拟卡，也可以兑换对应地区的礼品卡。',
    ],
    link: 'card',
    sketch: store(
      undefined,
      tap(row('付款方式', '无'), 1),
      field('州', 'Oregon'),
      field('邮编', '97201'),
      tap(button('继续'), 2),
    ),
  },
];

/** Other texts of the article. */
export const signupTexts = {
  title: '非大陆 Apple ID 注册教程',
  intro: '注册自己的非大陆 Apple ID 只需要几分钟，比共享账号更稳定、更安全。',
  label: '注册步骤',
  apple: '打开 Apple 账户注册页面',
  card: '前往办理虚拟卡',
  share: '使用共享 Apple ID',
  doneTitle: '注册完成',
  done: '现在可以在 App Store 中搜索并下载客户端了。',
  guide: '查看 Shadowrocket 教程',
} as const;
