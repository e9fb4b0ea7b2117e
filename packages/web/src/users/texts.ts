import { userColumnTitles } from '@skyport/contract/users-columns';
import { ADMIN_MS, toast } from '../ui/toasts.ts';

/** Texts of the user page. */
export const texts = {
  title: '用户',
  search: '搜索邮箱、ID、渠道码',
  state: '流量与会员',
  registered: '注册',
  states: { '': '全部用户', exhausted: '不限时流量用尽', expired: '会员已到期' },
  debug: '调试订阅',
  sortedByCopy: '按每 10 分钟更新的数据排序',
  details: '详情',
  linkFetches: '订阅使用记录',
  linkAlarms: '订阅告警',
  secondStep: {
    remove: '解除动态验证码',
    question: (email: string) => `解除 ${email} 的动态验证码？`,
    explain: '解除后该用户登录只需要密码，并会收到通知。请先确认是用户本人提出的请求。',
    done: toast('已解除动态验证码'),
    failed: toast('解除失败：'),
  },
  none: '—',
  noAgency: '未选择，输入邮箱或 ID 查找',
  goneAgency: '未知代理商（已删除，或不再是代理商）',
  folds: { limits: '倍率与每日限量', rights: '权限与返利', agency: '代理与域名' },
  columns: userColumnTitles,
  edit: {
    open: '编辑',
    title: (email: string) => `编辑用户：${email}`,
    saved: toast('用户配置成功', ADMIN_MS),
    failed: toast('用户配置失败:', ADMIN_MS),
  },
  password: {
    open: '修改密码',
    title: (email: string) => `修改密码：${email}`,
    explain: '修改后该用户的所有设备都要重新登录，并会收到通知。',
    fields: { password: '新密码', confirm: '确认新密码' },
    submit: '确认修改',
    cancel: '取消',
  },
  channel: {
    open: '渠道',
    title: (email: string) => `渠道：${email}`,
    saved: toast('渠道配置成功', ADMIN_MS),
    failed: toast('渠道配置失败:', ADMIN_MS),
  },
} as const;
