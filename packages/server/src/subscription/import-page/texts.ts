import type { Platform } from '@skyport/contract/devices';

/** Texts of the page behind a subscription link, beside those that it shares with the console. */
export const texts = {
  title: '导入订阅',
  detected: (platform: Platform) => `检测到您在用 ${platform}，请选择一个客户端导入。`,
  choose: '请选择一个客户端导入。',
  secret: '本页的地址就是您的订阅链接，等同于您的账号，请勿分享给他人。',
  recommended: '推荐',
  byHand: '手动导入',
  link: '订阅链接',
  copied: '复制成功',
  copyFailed: '复制失败，请长按上面的链接手动复制',
  others: '其他设备',
  raw: '查看订阅原文',
  actOf: (client: string, act: string) => `${client} ${act}`,
} as const;
