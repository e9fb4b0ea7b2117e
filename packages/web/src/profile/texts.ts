import { switchLabels } from '@skyport/contract/profile-texts';
import { toast } from '../ui/toasts.ts';

/** Texts of the customer's own names. */
export const ownNamesTexts = {
  title: '自定义分流',
  hint: (most: number) =>
    `优先于订阅中的规则，域名包含其子域名，每行一个，共最多 ${most} 个。保存后请在客户端更新订阅。`,
  labels: { direct: '直连域名', proxied: '走节点的域名' },
  help: { direct: '不经过节点', proxied: '始终经过节点' },
  save: '保存自定义分流',
  saved: toast('自定义分流已保存'),
  failed: toast('保存失败'),
} as const;

/** Texts of the profile page. */
export const texts = {
  title: '资料编辑',
  details: {
    title: '基本资料',
    save: '保存更改',
    saved: toast('修改资料成功'),
    failed: toast('修改失败'),
    mailed: (email: string) => `确认邮件已发送到 ${email}，请在 30 分钟内点击邮件中的链接，新邮箱在点击后生效`,
    password: '当前密码',
    passwordHint: '修改邮箱需要输入当前密码',
  },
  avatar: {
    label: '头像',
    choose: '更换头像',
    remove: '移除头像',
  },
  switches: {
    label: '订阅选项',
    help: (label: string) => `${label}说明`,
    inXinjiang: {
      label: switchLabels.inXinjiang,
      help: '当地网络屏蔽加密 DNS、节点域名无法解析时开启：订阅中不再包含加密 DNS，并尽量使用 IP 地址。保存后请在客户端更新订阅。',
    },
    in_foreign: {
      label: switchLabels.in_foreign,
      help: '身在国外时开启：不经国内入口，直接连接节点，并通过回国节点访问国内网站。保存后请在客户端更新订阅。',
    },
    use_english_node: {
      label: switchLabels.use_english_node,
      help: '节点名称使用英文国家名，适合不能显示中文的客户端。保存后请在客户端更新订阅。',
    },
  },
  password: {
    title: '修改密码',
    hint: '修改后其他设备会退出登录，Telegram 需要重新绑定；订阅链接不变。',
    /** Where there is no Telegram. */
    plainHint: '修改后其他设备会退出登录；订阅链接不变。',
    fields: { current: '当前密码', password: '新密码', confirm: '确认新密码' },
    open: '修改密码',
    submit: '确认修改',
    saved: toast('密码修改成功', 2000),
    failed: '密码修改失败，请稍后重试',
  },
  permissions: {
    title: '特殊权限',
    none: '暂无特殊权限',
    until: (time: string) => `有效期至 ${time}`,
    all: (count: number) => `显示全部 ${count} 个权限`,
    fewer: '收起',
  },
  subscription: { title: '订阅链接', hint: '订阅链接等同于密码，请勿分享给他人；怀疑泄露时请立即重置。' },
  sessions: {
    title: '登录设备',
    hint: '看到不认识的设备？请退出它，并修改密码。退出登录不影响订阅链接。',
    list: '登录设备列表',
    current: '本机',
    seen: (network: string, time: string) => (network ? `${network} · 最近使用 ${time}` : `最近使用 ${time}`),
    end: '退出',
    endOf: (device: string) => `退出 ${device}`,
    ended: toast('已退出该设备', 2000),
    others: '退出其他设备',
    othersTitle: '退出其他设备',
    othersText: '除本机以外，所有设备都需要重新登录。',
    all: '退出所有设备',
    allTitle: '退出所有设备',
    allText: '包括本机在内，所有设备都需要重新登录。',
    endedMany: (count: number) => toast(`已退出 ${count} 个设备`, 2000),
    failed: toast('操作失败，请稍后重试', 2000),
  },
} as const;
