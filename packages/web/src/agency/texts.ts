import { MOST_GIVEN_G } from '@skyport/contract/agency';
import { ADMIN_MS, toast } from '../ui/toasts.ts';

/** Texts of an agency's own customers. */
export const texts = {
  title: '我的用户',
  available: (amount: string) => `可分配的不限时流量：${amount}`,
  columns: { email: '邮箱', left: '剩余流量', days: '剩余天数', active: '最近活跃', state: '状态' },
  days: (count: number) => `${count} 天`,
  states: { on: '正常', off: '禁用', pending: '未设置密码' },
  nothing: '还没有用户。新增用户后，对方通过链接设置密码，即可在代理商域名登录使用。',
  add: {
    open: '新增用户',
    explain: '填写用户的邮箱。用户通过一次性链接自己设置密码，链接 24 小时内有效；您看不到用户的密码和订阅链接。',
    email: '邮箱',
    empty: '请填写邮箱',
    mailed: toast('已创建，设置密码的链接已发送到用户的邮箱'),
    failed: toast('新增用户失败:', ADMIN_MS),
  },
  link: {
    open: '重新发送链接',
    title: '设置密码的链接',
    explain: '请把链接发给用户。链接 24 小时内有效，只能使用一次，关闭后不再显示。',
    copy: '复制链接',
    mailed: toast('链接已重新发送到用户的邮箱'),
    failed: toast('重新发送失败:', ADMIN_MS),
  },
  give: {
    open: '分配流量',
    title: (email: string) => `分配流量给 ${email}`,
    explain: '流量从您的不限时流量中扣除，分配后不能收回。',
    amount: '流量',
    unit: 'G',
    most: (amount: string) => `可分配 ${amount}`,
    wrong: `请填写 1 到 ${MOST_GIVEN_G} 的整数`,
    done: toast('分配成功'),
    failed: toast('分配失败:', ADMIN_MS),
  },
} as const;
