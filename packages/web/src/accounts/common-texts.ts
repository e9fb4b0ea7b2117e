import { toast } from '../ui/toasts.ts';

/**
 * Texts of accounts that every page needs, or another feature: they come with the first visit, all others
 * later (texts.ts).
 */
export const commonTexts = {
  emailEmpty: '邮件不能为空',
  emailWrong: '邮件不正确',
  passwordEmpty: '密码不能为空',
  passwordsDiffer: '密码不一样',
  passwordHint: '至少 8 位',
  passwordShort: '密码长度至少8位',
  tryLater: toast('请稍后重试', 10_000),
  fields: { email: '邮箱', password: '密码', confirm: '确认密码' },
  sessionOver: { title: '登录已过期' },
  otherDomain: {
    text: (domain: string) => `推荐使用 ${domain} 访问，速度更快`,
    go: '前往',
  },
} as const;
