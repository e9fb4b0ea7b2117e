import { codes } from '@skyport/contract/codes';
import { importTexts } from '@skyport/contract/import-texts';
import { toast } from '../ui/toasts.ts';

/** Texts of the dashboard and its subscription menus. */
export const texts = {
  loginToSubscribe: toast('请您登录后再进行订阅', 2000),
  loginForSingbox: toast('请登录', 2000),
  loginAgain: toast('为保护您的订阅链接，请退出后重新登录'),
  userIncomplete: toast('网络异常，请稍后重试', 2000),
  mobileOnly: toast('请在手机端打开本网站，再进行一件订阅的操作', 2000),
  appleOnly: toast('该客户端仅支持 iOS 和 macOS，请在苹果设备上打开本网站', 2000),
  iosOnly: toast('仅 IOS surge支持一键订阅', 2000),

  subscribe: '订阅',
  oneClick: importTexts.oneClick,
  copy: importTexts.copy,
  qr: importTexts.qr,
  reset: '重置订阅链接',
  guide: importTexts.guide,
  qrTitle: (client: string) => `${client} 订阅二维码`,
  qrText: importTexts.qrText,

  resetTitle: '重置订阅链接',
  resetText:
    '重置后，旧的订阅链接立即失效，所有已订阅的设备都将断网，需要重新订阅。如果使用新订阅后没有网络，一小时内会自动恢复。',
  resetConfirm: '确认重置',
  resetDone: toast('订阅链接已重置，请在所有设备上重新订阅'),
  resetForbidden: toast(codes.accountForbids.msg, 5000),
  resetFailed: toast('重置失败，请稍后重试', 2000),

  stuck: importTexts.stuck,
  notInstalled: importTexts.notInstalled,
  /** Where there is nothing to install the client from. */
  notOpened: '客户端没有打开。可以复制链接，或扫描二维码，在客户端中添加订阅。',
  inChatApp: importTexts.inChatApp,
  openBrowser: importTexts.openBrowser,
  copyThere: importTexts.copyThere,
  download: (label: string) => `下载 ${label}`,
  store: (label: string) => `前往 ${label}`,
  noDownload: '下载地址暂未提供，请联系客服获取安装包。',
  buy: '购买',

  start: '开始使用',
  platform: '选择平台',
  trouble: '使用异常？',
  appleId: '没有非大陆 Apple ID？使用共享账号',
  recommended: '推荐',
  noDirect: '不支持直连',
  advanced: '订阅导入（进阶）',
  advancedClients: '按客户端导入',
  furtherClients: '更多客户端',
  universal: '通用订阅链接',
  universalNote: '不知道选哪个？复制这个，客户端会自动得到合适的格式',
  copyShort: '复制',
  qrShort: '二维码',
  watch: '谁在用我的订阅',

  daysTitle: '会员剩余',
  days: '天',
  quota: (used: string, limit: string) => `今日限时流量 ${used}\u00A0/\u00A0${limit}\u00A0G`,
  quotaLabel: '今日限时流量使用比例',
  until: (day: string) => `到 ${day}`,
  quotaNone: '会员每天可使用限时流量',
  permanentTitle: '不限时流量',
  permanentNote: '永不过期，先用限时流量',
  topUp: '购买流量',
  toPrize: '去抽奖',

  greeting: (hour: number) => {
    if (hour < 5) return '夜深了';
    if (hour < 11) return '早上好';
    if (hour < 13) return '中午好';
    return hour < 18 ? '下午好' : '晚上好';
  },
  heroMember: '一步就能连上',
  heroVisitor: '登录后一步就能连上',
  heroBuy: '购买后一步就能连上',
  heroCoupon: '兑换体验券后一步就能连上',
  active: '会员有效',
  quotaOnly: '每日流量可用',
  trafficOnly: '流量可用',
  nothingLeft: '暂无可用流量',
  detected: (platform: string, client: string) => `检测到您在用 ${platform}，推荐 ${client}`,
  suggested: (client: string) => `推荐使用 ${client}`,
  importInto: (client: string) => `导入到 ${client}`,
  logIn: '登录',
  register: '注册账号',
  visitorNote: '登录后查看',
} as const;
