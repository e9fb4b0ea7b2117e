import { makeMailMessage, type MailMessage } from '../../mail/index.ts';

/** What every mail about an account says of what happened. */
interface MessageContext {
  readonly site: string;
  /** When, as the operator's time zone writes it. */
  readonly time: string;
  /** Client address that asked. */
  readonly address: string;
}

const asked = ({ time, address }: MessageContext): string => `时间：${time}\nIP 地址：${address}`;

/** Texts of the mails about accounts, once. None of them ever holds a subscription link. */
export const mailTexts = {
  signup: (of: MessageContext, url: string): MailMessage =>
    makeMailMessage({
      site: of.site,
      subject: '请确认您的邮箱',
      before: [`您好，感谢注册${of.site}。`, '请在 24 小时内点击下面的按钮，确认此邮箱属于您。'],
      link: { label: '确认邮箱', url },
      after: ['如果您没有注册，请忽略此邮件，也不要点击上面的链接。', asked(of)],
    }),
  reset: (of: MessageContext, url: string): MailMessage =>
    makeMailMessage({
      site: of.site,
      subject: '请确认修改密码',
      before: [
        `您好，有人请求修改您在${of.site}的登录密码。`,
        '如果是您本人，请在 30 分钟内点击下面的按钮，新密码在点击后才会生效，所有设备需要重新登录。',
      ],
      link: { label: '确认修改密码', url },
      after: [
        '如果不是您本人，请不要点击，密码不会改变；请尽快登录并重置订阅链接，因为对方可能已经得到您的订阅链接。',
        asked(of),
      ],
    }),
  firstPassword: (site: string, url: string): MailMessage =>
    makeMailMessage({
      site,
      subject: '请设置登录密码',
      before: [`您好，您的${site}账号已经开通。`, '请在 24 小时内点击下面的按钮设置登录密码，链接只能使用一次。'],
      link: { label: '设置密码', url },
      after: ['如果您不知道这个账号，请忽略此邮件。'],
    }),
  emailChange: (of: MessageContext, url: string): MailMessage =>
    makeMailMessage({
      site: of.site,
      subject: '请确认新的登录邮箱',
      before: [
        `您好，有人请求把${of.site}账号的登录邮箱改为此邮箱。`,
        '如果是您本人，请在 30 分钟内点击下面的按钮，新邮箱在点击后才会生效。',
      ],
      link: { label: '确认新邮箱', url },
      after: ['如果不是您本人，请忽略此邮件，也不要点击上面的链接。', asked(of)],
    }),
  passwordChanged: (of: MessageContext, keptOwn: boolean): MailMessage =>
    makeMailMessage({
      site: of.site,
      subject: '您的密码已修改',
      before: [`您好，您在${of.site}的登录密码已修改，${keptOwn ? '其他' : '所有'}设备需要重新登录。`],
      after: ['如果不是您本人操作，请立即通过“忘记密码”重新设置密码，并重置订阅链接。', asked(of)],
    }),
  emailAsked: (of: MessageContext): MailMessage =>
    makeMailMessage({
      site: of.site,
      subject: '有人通过订阅链接查询了您的邮箱',
      before: [`您好，有人使用您的订阅链接查询了您在${of.site}的登录邮箱。`],
      after: ['如果不是您本人操作，说明订阅链接已泄露，请登录后重置订阅链接。', asked(of)],
    }),
  secondStepOn: (of: MessageContext): MailMessage =>
    makeMailMessage({
      site: of.site,
      subject: '动态验证码已开启',
      before: [`您好，您在${of.site}的账号已开启动态验证码，其他设备上的登录已退出。`],
      after: ['如果不是您本人操作，请立即联系客服。', asked(of)],
    }),
  secondStepOff: (of: MessageContext): MailMessage =>
    makeMailMessage({
      site: of.site,
      subject: '动态验证码已关闭',
      before: [`您好，您在${of.site}的账号已关闭动态验证码，登录只需要密码。`],
      after: ['如果不是您本人操作，请立即修改密码。', asked(of)],
    }),
  secondStepRemoved: (of: MessageContext): MailMessage =>
    makeMailMessage({
      site: of.site,
      subject: '动态验证码已由管理员解除',
      before: [`您好，管理员已解除您在${of.site}的动态验证码，登录只需要密码。`],
      after: ['如果您没有提出请求，请立即修改密码并联系客服。', `时间：${of.time}`],
    }),
  recoveryRenewed: (of: MessageContext): MailMessage =>
    makeMailMessage({
      site: of.site,
      subject: '恢复码已重新生成',
      before: [`您好，您在${of.site}的动态验证码的恢复码已重新生成，旧的恢复码全部失效。`],
      after: ['如果不是您本人操作，请立即修改密码并联系客服。', asked(of)],
    }),
  secondStepLocked: (of: MessageContext): MailMessage =>
    makeMailMessage({
      site: of.site,
      subject: '有人多次输错动态验证码',
      before: [
        `您好，有人用正确的密码登录您在${of.site}的账号，但多次输错动态验证码。输错过多时，登录会被锁定一段时间。`,
      ],
      after: ['如果不是您本人操作，说明密码已泄露，请立即修改密码。', asked(of)],
    }),
} as const;

/** The same in the bell, in one sentence. */
export const bellTexts = {
  emailChange: ({ time, address }: MessageContext, email: string): string =>
    `${time} 有人请求把登录邮箱改为 ${email}（IP 地址 ${address}），确认后生效。如果不是您本人，请立即修改密码`,
  emailChanged: ({ time, address }: MessageContext, email: string): string =>
    `登录邮箱已于 ${time} 改为 ${email}（IP 地址 ${address}）。如果不是您本人，请立即联系客服`,
  passwordChanged: ({ time, address }: MessageContext): string => `登录密码已于 ${time} 修改（IP 地址 ${address}）`,
  emailAsked: ({ time, address }: MessageContext): string =>
    `${time} 有人通过订阅链接查询了您的登录邮箱（IP 地址 ${address}）。如果不是您本人，请重置订阅链接`,
  secondStepOn: ({ time, address }: MessageContext): string => `动态验证码已于 ${time} 开启（IP 地址 ${address}）`,
  secondStepOff: ({ time, address }: MessageContext): string => `动态验证码已于 ${time} 关闭（IP 地址 ${address}）`,
  secondStepRemoved: ({ time }: MessageContext): string => `管理员已于 ${time} 解除您的动态验证码`,
  recoveryRenewed: ({ time, address }: MessageContext): string =>
    `恢复码已于 ${time} 重新生成，旧的全部失效（IP 地址 ${address}）。如果不是您本人，请立即修改密码`,
  linkReset: ({ time, address }: MessageContext): string =>
    `订阅链接已于 ${time} 重置，旧链接不再有效（IP 地址 ${address}）。如果不是您本人，请立即修改密码`,
  secondStepLocked: ({ time, address }: MessageContext): string =>
    `${time} 有人用正确的密码登录，但多次输错动态验证码（IP 地址 ${address}）。如果不是您本人，请立即修改密码`,
  stepUpFailed: ({ time, address }: MessageContext): string =>
    `${time} 有人在一个已登录的设备上多次输错密码或验证码，该设备已退出登录（IP 地址 ${address}）。如果不是您本人，请立即修改密码`,
  sessionEnded: ({ time, address }: MessageContext, device: string): string =>
    `已于 ${time} 退出设备“${device}”（IP 地址 ${address}）。如果不是您本人，请立即修改密码`,
  sessionsEnded: ({ time, address }: MessageContext, keptOwn: boolean): string =>
    `已于 ${time} 退出${keptOwn ? '其他' : ''}所有设备（IP 地址 ${address}）。如果不是您本人，请立即修改密码`,
} as const;
