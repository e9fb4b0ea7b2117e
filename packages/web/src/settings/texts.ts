import type { OutsideProblem } from '@skyport/contract/outside-lists';
import type { TestedPart, TestProblem } from '@skyport/contract/settings';
import type { Section } from '@skyport/contract/settings-table';
import { ADMIN_MS, REASON_MS, toast } from '../ui/toasts.ts';

/** Texts of the page of settings. */
export const texts = {
  title: '系统设置',
  intro: '保存后 1 秒内生效；其他人已打开的页面刷新后才显示新的站点名称。标有锁形标志的设置在保存时需要再次验证身份。',
  tabs: { settings: '设置', payInstances: '支付通道', history: '历史' },
  search: '搜索设置',
  nothingFound: '没有符合条件的设置',
  toSection: '跳到分区',
  version: (version: number) => `版本 ${version}`,
  changed: (count: number) => `${count} 项未保存`,
  save: '保存',
  restore: '恢复',
  saveTitle: '保存系统设置',
  saveText: (count: number) => `将改变 ${count} 项设置：`,
  restoreText: '重新读取已保存的设置，未保存的修改将丢失。',
  leaveText: '刚输入的密码或密钥不会保留，离开后需要重新填写；其他修改会留在此页。',
  saved: toast('系统设置已保存', ADMIN_MS),
  saveFailed: toast('保存失败:', REASON_MS),
  restored: toast('已恢复为保存的设置', ADMIN_MS),
  undone: toast('已撤销', ADMIN_MS),
  undoFailed: toast('撤销失败:', REASON_MS),
  guarded: '需要再次验证',
  range: (min: string, max: string) => `${min} 到 ${max}`,
  whole: '整数',
  /** A number or a Latin name is set apart, a Chinese word is not. */
  initial: (value: string) => `默认${/^\p{Script=Han}/u.test(value) ? '' : ' '}${value}`,
  secretSet: '已设置，留空则保持不变',
  secretNone: '未设置',
  secretCleared: '保存后清除',
  clear: '清除',
  keep: '不清除',
  on: '开启',
  off: '关闭',
  empty: '空',
  secrets: { none: '未设置', set: '已设置', changed: '已更换' },
  to: '→',
  free: { traffic_spend_scale: '不计流量', upload_traffic_spend_scale: '上传不计流量' },
  someone: '已删除的账号',
  allAdmins: '全部管理员',
  goneOperator: '未知账号（已删除，或不再是管理员）',
  staleTitle: '其他管理员已修改设置',
  staleText: '您的修改没有丢失。以下是在您编辑期间发生的变化：',
  staleWaits: '正在读取变化…',
  staleMine: '您也修改了此项',
  staleKeep: '保留我的修改',
  staleDiscard: '放弃我的修改',
} as const;

/** Names of the sections. */
export const sectionTexts: Readonly<Record<Section, string>> = {
  site: '站点',
  telegram: 'Telegram',
  mail: '发信',
  files: '文件存储',
  backup: '备份',
  traffic: '流量',
  nodes: '节点',
  lists: '外部名单',
  sales: '商品与收款',
  rewards: '签到与抽奖',
  notice: '公告',
  downloads: '下载',
  channels: '渠道',
};

/** Texts of the tests of a section. */
export const testTexts = {
  run: { mail: '发送测试邮件', telegram: '测试机器人', files: '测试存储', usdt: '测试 USDT 节点' } satisfies Record<
    TestedPart,
    string
  >,
  unsaved: '请先保存，测试使用已保存的设置',
  done: {
    mail: (to: string) => `邮件已发送到 ${to}，请检查是否收到`,
    telegram: (name: string) => `连接成功，机器人为 ${name}`,
    files: (store: string) => `写入、读取和删除均成功（${store === 's3' ? '对象存储' : '服务器本地'}）`,
    usdt: (found: string) => found,
  } satisfies Record<TestedPart, (detail: string) => string>,
  problems: {
    off: '尚未填写完整',
    unreachable: '无法连接，请检查地址和端口',
    login: '账号、密码或密钥不正确',
    refused: '对方拒绝了请求',
    endpoints: '有节点无法使用',
    other: '测试失败',
  } satisfies Record<TestProblem, string>,
  reason: (problem: string, detail: string) => (detail === '' ? problem : `${problem}（${detail}）`),
  mailOn: '已配置发信：重置密码需要点击邮件中的链接。',
  mailOff: '未配置发信：重置密码只需要订阅链接，注册立即生效。',
} as const;

/** Texts of the lists from outside. */
export const outsideListTexts = {
  list: '名单',
  state: '状态',
  used: '使用中',
  waiting: '尚未获取',
  off: '未开启',
  size: '大小',
  sizeOf: (names: number, size: string) => `${names.toLocaleString('en')} 个域名，${size}`,
  fetchedAt: '名单更新时间',
  checkedAt: '上次获取时间',
  source: '来源',
  dropped: '已忽略',
  droppedOf: (rows: number, names: number) => `${rows} 行不是域名，${names} 个域名与规则冲突`,
  fetch: (name: string) => `立即获取${name}`,
  unsaved: '请先保存，获取时使用已保存的地址',
  failed: { prefix: toast('获取失败:', REASON_MS) },
  problem: (reason: string, isUsed: boolean) =>
    `上次获取失败：${reason}。${isUsed ? '继续使用之前的名单' : '目前使用内置名单'}`,
  problems: {
    unreachable: '无法连接',
    slow: '超过 1 分钟没有完成',
    certificate: '对方的证书无效',
    address: '地址或其跳转不是公网的 https 地址，或跳转过多',
    status: '对方没有返回名单',
    large: '名单过大',
    notList: '内容不是域名名单',
    short: '域名过少',
    halved: '域名不到上次的一半',
    conflicts: '过多域名与规则冲突',
  } satisfies Record<OutsideProblem, string>,
} as const;

/** Texts of the history. */
export const historyTexts = {
  title: '修改历史',
  columns: { version: '版本', time: '时间', by: '操作人', changes: '改动' },
  undoes: (version: number) => `撤销版本 ${version}`,
  unknown: '—',
  undo: '撤销',
  onlySecrets: '密钥和密码的旧值没有保存，无法撤销，请直接填写新值',
  nothingLeft: '这些设置现在就是修改前的值，没有需要撤销的内容',
  undoTitle: '撤销修改',
  undoText: (count: number) => `将把 ${count} 项设置改回当时的值：`,
} as const;
