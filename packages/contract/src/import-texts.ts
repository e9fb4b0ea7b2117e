import { chatAppNames, type ChatApp } from './devices.ts';

/** Texts about imports that both the console and the page behind a subscription link show. */
export const importTexts = {
  oneClick: '一键导入',
  copy: '复制订阅链接',
  qr: '扫描二维码',
  qrText: '请使用客户端的扫码功能扫描，二维码等同于订阅链接，请勿分享给他人。',
  guide: '安装教程',
  stuck: '没有反应？',
  notInstalled: '可能还没有安装客户端，或者浏览器没有打开它。请先安装，再导入一次；也可以复制链接或扫描二维码。',
  inChatApp: (app: ChatApp) => `${chatAppNames[app]}不能打开客户端`,
  openBrowser: '请点击右上角菜单，选择“在浏览器打开”，再导入订阅。',
  copyThere: '菜单里没有这一项？复制链接，粘贴到手机自带的浏览器中打开。',
} as const;
