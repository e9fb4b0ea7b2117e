import { codes } from '@skyport/contract/codes';
import { toast } from '../ui/toasts.ts';

/** What every failed call may say. */
export const texts = {
  /** Message of an error that no server sent. */
  networkFault: '网络错误',
  /** Shown while a proof of work is looked for. */
  captcha: '正在进行安全验证…',
  network: toast('网络错误，请稍后重试', 2000),
  stepUp: {
    title: '请确认是您本人',
    hint: '此操作需要再次确认身份，确认后十分钟内不再询问。',
    password: '登录密码',
    code: '动态验证码',
    codeHint: '身份验证器应用中显示的 6 位数字',
    empty: { password: '请输入登录密码', code: '请输入 6 位数字' },
    wrong: { password: '密码不正确', code: '验证码错误或已使用过' },
    left: (wrong: string, left: number): string => `${wrong}，再错 ${left} 次将退出登录`,
    submit: '确认',
    cancel: '取消',
  },
  loginFirst: toast('暂未登录，请登录', 2000),
  expired: toast(codes.sessionExpired.msg, 2000),
} as const;
