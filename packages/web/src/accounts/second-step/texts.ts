import { codes } from '@skyport/contract/codes';
import { RECOVERY_CODES } from '@skyport/contract/second-step';
import { toast } from '../../ui/toasts.ts';

/** Texts of the second step: at log-in, in the profile, and where staff are led to set it up. */
export const texts = {
  title: '动态验证码',
  code: '验证码',
  codeShape: '验证码应为 6 位数字或恢复码',
  wrong: codes.secondStepWrong.msg,
  failed: '操作失败，请稍后重试',
  login: {
    hint: '请输入身份验证器应用中显示的 6 位数字，也可以输入一个恢复码。',
    submit: '登录',
    back: '返回',
    expired: toast(codes.ticketExpired.msg),
  },
  off: {
    hint: '登录时除密码外还需要手机应用显示的 6 位数字，密码泄露时账号仍然安全。',
    begin: '开启动态验证码',
  },
  setUp: {
    scan: '1. 用身份验证器应用（如 Google Authenticator、Microsoft Authenticator）扫描二维码，或手动输入密钥。',
    secret: '密钥',
    copySecret: '复制密钥',
    open: '在本机应用中打开',
    type: '2. 输入应用中显示的 6 位数字。',
    submit: '确认开启',
    cancel: '取消',
    done: toast('动态验证码已开启，其他设备上的登录已退出'),
    ended: toast('设置已超时，请重新开始'),
  },
  recovery: {
    title: '恢复码',
    hint: `手机丢失时可用恢复码登录，每个只能使用一次。这 ${RECOVERY_CODES} 个恢复码只显示这一次，请妥善保存。`,
    copy: '复制全部',
    download: '下载',
    file: 'recovery-codes.txt',
    close: '我已保存',
    leaveTitle: '恢复码还没有保存',
    leaveText: '离开后不会再显示这些恢复码，请先保存。',
  },
  on: {
    since: (time: string) => `已于 ${time} 开启`,
    left: (count: number) => `剩余 ${count} 个恢复码`,
    few: '恢复码快用完了，请重新生成',
    renew: '重新生成恢复码',
    renewHint: '旧的恢复码将全部失效。',
    end: '关闭动态验证码',
    endHint: '关闭后登录只需要密码。',
    confirm: '确认',
    ended: toast('动态验证码已关闭'),
  },
  required: {
    title: '请先设置动态验证码',
    hint: '管理员要求员工账号使用动态验证码，设置完成之前不能使用其他功能。',
    enter: '进入首页',
  },
} as const;
