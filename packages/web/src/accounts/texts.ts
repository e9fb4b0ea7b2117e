import { toast } from '../ui/toasts.ts';

/** Words of log-in, sign-up and set-up. */
export const texts = {
  emailEmpty: '邮件不能为空',
  passwordEmpty: '密码不能为空',
  passwordsDiffer: '密码不一样',
  passwordShort: '密码长度至少8位',
  emailWrong: '邮件不正确',
  loginFailed: '用户不存在或密码错误',
  loginFailedToast: toast('登录失败', 2000),
  tryLater: toast('请稍后重试', 10_000),
  emailTaken: '邮件已注册',
  setupLinkDead: '该链接已失效，请重新启动服务以获取新的链接',
  fields: { email: '邮件', password: '密码', confirm: '确认密码' },
  login: { title: '登录', submit: '登录', forgot: '忘记密码？', register: '注册账号' },
  register: {
    title: '注册',
    submit: '注册',
    toLogin: '已有账号？登录',
    done: '注册成功',
    soon: (s: number) => `${s} 秒后进入首页`,
  },
  setup: { title: '设置第一位管理员', hint: '此链接只能使用一次', submit: '创建管理员' },
} as const;
