import { versions } from '../subscription/index.ts';

/** One question of the help page. */
export interface Trouble {
  readonly title: string;
  readonly text: readonly string[];
  /** Pages of ours that the answer speaks of. */
  readonly links?: readonly { readonly label: string; readonly to: string }[];
  /** What the answer asks to type somewhere. */
  readonly copy?: string;
}

/** Address that clients measure latency with; the answer about speed tests offers it. */
export const SPEED_TEST_URL = 'http://www.gstatic.com/generate_204';

/** The eight answers of the help page, in the specification's order. */
export const troubles: readonly Trouble[] = [
  {
    title: '节点全部超时',
    text: [
      '在客户端中更新一次订阅，再重新测速。',
      '检查设备的日期和时间，与标准时间相差超过 1 分钟时节点会全部超时。',
      '确认没有同时打开其他代理或 VPN 软件。',
      '确认会员没有到期，或者还有不限时流量。',
    ],
    links: [{ label: '查看剩余流量', to: '/' }],
  },
  {
    title: '测速地址',
    text: ['能正常上网但测速全部失败时，在客户端设置中把测速地址改为下面的地址，再重新测速。'],
    copy: SPEED_TEST_URL,
  },
  {
    title: 'DNS 管制',
    text: [
      '部分地区（例如新疆）的网络会限制 DNS，表现为节点有延迟但网页打不开。',
      '在资料编辑中打开“解除DNS管制”并保存，然后在客户端中更新订阅。',
    ],
    links: [{ label: '打开资料编辑', to: '/user_info' }],
  },
  {
    title: 'v2rayN 无法使用',
    text: [`v2rayN 的版本必须为 ${versions.v2rayNLeast} 或更新，旧版本不支持新的节点，请升级后再更新订阅。`],
    links: [{ label: '查看 v2rayN 教程', to: '/v2rayng_for_windows' }],
  },
  {
    title: '人在国外',
    text: [
      '在国外使用时，国内的入口会变慢或无法连接。',
      '在资料编辑中打开“国外订阅”并保存，然后在客户端中更新订阅；回国后请关闭。',
    ],
    links: [{ label: '打开资料编辑', to: '/user_info' }],
  },
  {
    title: 'Surge',
    text: ['Surge 不支持部分协议，订阅中只包含它能使用的节点；请使用 Surge 5 或更新版本，并更新订阅。'],
  },
  {
    title: 'SSTAP',
    text: ['SSTAP 已停止维护，不再支持。游戏加速请使用 FLClash，并打开“虚拟网卡”。'],
    links: [{ label: '查看 FLClash 教程', to: '/flclash_for_pc' }],
  },
  {
    title: 'Shadowrocket 已连接但网页打不开',
    text: [
      '把首页的“全局路由”改为“配置”。',
      '在“配置”中选择默认配置，再回到首页更新订阅。',
      '仍然打不开时，关闭其他 VPN 和“iCloud 专用代理”，再重新连接。',
    ],
    links: [{ label: '查看 Shadowrocket 教程', to: '/ss_for_ios' }],
  },
];

/** Other texts of the help page. */
export const helpTexts = {
  title: '使用异常',
  intro: '遇到问题时，请先按下面的顺序检查。',
  label: '问题列表',
  copyUrl: '复制测速地址',
  feedbackTitle: '没有解决？',
  reply: '提交反馈后，我们会在 1 个工作日内回复。',
  reward: '对客户端的合理建议，将奖励至少 20 G 不限时流量。',
  feedback: '提交反馈',
  contact: (how: string) => `联系方式：${how}`,
} as const;
