/** Everything that the bot says. */
export const texts = {
  /** Commands of the menu, in its order. */
  menu: [
    { command: 'me', description: '会员、流量和到期时间' },
    { command: 'traffic', description: '剩余流量' },
    { command: 'sub', description: '订阅链接（60 秒后自动删除）' },
    { command: 'checkin', description: '每日签到' },
    { command: 'nodes', description: '节点列表' },
    { command: 'order', description: '最近的订单' },
    { command: 'ticket', description: '我的工单' },
    { command: 'invite', description: '邀请链接' },
    { command: 'bind', description: '绑定账号' },
    { command: 'unbind', description: '解除绑定' },
    { command: 'help', description: '使用说明' },
  ],
  /** What only admins are offered, in their help. */
  staffMenu: [
    { command: 'stats', description: '今日统计' },
    { command: 'find', description: '按交易号查询，例如 /find 交易号' },
  ],
  order: (of: { name: string; money: string; state: string; at: string }): string =>
    `${of.name} · ${of.money} · ${of.state} · ${of.at}`,
  price: (yuan: string): string => `${yuan} 元`,
  paid: (yuan: string): string => `实付 ${yuan} 元`,
  paidByWallet: (yuan: string): string => `，另用钱包 ${yuan} 元`,
  noOrders: '暂无订单。',
  ticketStates: { open: '处理中', responsed: '有新回复', close: '已关闭' },
  ticket: (of: { title: string; state: string; at: string }): string => `${of.title} · ${of.state} · ${of.at}`,
  noTickets: '暂无工单，可在网站新建：',
  invite: (link: string, percent: string, days?: number): string =>
    `您的邀请链接：\n${link}\n好友注册后${days === undefined ? '' : ` ${days} 天内`}每次付款，您获得 ${percent}% 返利。`,
  stats: (of: {
    day: string;
    income: string;
    orders: number;
    signs: number;
    used: string;
    left: string;
    members: number;
    tickets: number;
  }): string =>
    [
      `${of.day} 今日统计`,
      `收入：${of.income} 元，支付订单 ${of.orders} 个`,
      `签到 ${of.signs} 人，使用流量 ${of.used}`,
      `有效会员 ${of.members} 人，剩余流量 ${of.left}`,
      `等待回复的工单 ${of.tickets} 个`,
    ].join('\n'),
  findUsage: '请发送 /find 加 32 位交易号。',
  noTrade: '没有这个交易号的交易。',
  trade: (of: {
    name: string;
    email: string;
    state: string;
    asked: string;
    received: string;
    mode: string;
    platform: string;
    at: string;
  }): string =>
    [
      `商品：${of.name}`,
      `用户：${of.email}`,
      `状态：${of.state}`,
      `金额：${of.asked} 元，到账 ${of.received} 元`,
      `支付方式：${of.mode}（${of.platform}）`,
      `时间：${of.at}`,
    ].join('\n'),
  welcome: (site: string): string => `欢迎使用${site}机器人。`,
  helpBound: '可用命令：',
  helpUnbound: '请先绑定账号：在网站的资料编辑页面复制绑定命令，发送给我。',
  failed: '处理失败，请稍后重试。',
  unknown: '无法识别，发送 /help 查看可用命令。',
  privateOnly: '请在与我的私聊中使用。',
  secondStepFirst: '请先在网站的资料编辑页面设置动态验证码。',
  notBound: '尚未绑定账号，请在网站的资料编辑页面复制绑定命令，发送给我。',
  bindUsage: '请在网站的资料编辑页面复制绑定命令，发送给我。',
  /** The same whether the account exists or not. */
  askedToBind: '请在网站资料编辑页面确认绑定',
  codeWrong: '绑定码无效或已过期，请在网站资料编辑页面重新复制。',
  tooMany: '尝试次数过多，请 10 分钟后再试。',
  alreadyBound: '您的 Telegram 已绑定账号，如需更换，请先在网站资料编辑页面解除绑定。',
  accountTaken: '该账号已绑定其他 Telegram，请先在网站资料编辑页面解除绑定。',
  bound: (email: string): string => `绑定成功：${email}\n发送 /help 查看可用命令。`,
  me: (of: { email: string; member: string; lines: readonly string[] }): string =>
    [`账号：${of.email}`, `会员：${of.member}`, ...of.lines].join('\n'),
  memberUntil: (until: string): string => `有效期至 ${until}`,
  noMember: '未开通',
  quota: (used: string, limit: string): string => `今日限时流量：已用 ${used} / ${limit}`,
  permanent: (left: string): string => `不限时流量：剩余 ${left}`,
  sub: (link: string): string => `您的通用订阅链接：\n${link}\n\n链接等同于密码，请勿分享，此消息 60 秒后自动删除。`,
  checkedIn: (mb: number, streak: number, extraMb: number): string =>
    `签到成功，获得 ${mb} M 流量，已连续签到 ${streak} 天${extraMb > 0 ? `，包含额外奖励 ${extraMb} M` : ''}`,
  subOff: '本站不通过 Telegram 发送订阅链接，请在网站首页复制。',
  nodesHead: (count: number): string => `共 ${count} 个节点：`,
  noNodes: '暂无节点。',
  node: (flag: string, name: string, ms: number | null): string => `${flag} ${name}${ms === null ? '' : ` · ${ms} ms`}`,
  more: (count: number): string => `…… 另有 ${count} 个`,
  /** Told to the account, by its bell and by mail. */
  boundNotice: (name: string, time: string): string => `Telegram 账号 ${name} 已于 ${time} 绑定到您的账号`,
} as const;
