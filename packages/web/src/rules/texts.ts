import { switchLabels } from '@skyport/contract/profile-texts';
import { traffic } from '../ui/format.ts';
import { ADMIN_MS, REASON_MS, toast } from '../ui/toasts.ts';

/** Texts of the page of groups and rules. */
export const texts = {
  title: '分流规则',
  intro: '订阅文档中的分组和规则。保存后，客户端下次更新订阅即生效。',
  tabs: { groups: '分组', lists: '规则', history: '历史' },
  version: (version: number) => `版本 ${version}`,
  isDefault: '默认规则',
  unsaved: '未保存',
  undo: '撤销',
  discard: '放弃修改',
  preview: '预览',
  save: '保存',
  reset: '恢复默认',
  saveTitle: '保存规则',
  saveText: '所有客户的订阅文档将随之改变：',
  resetTitle: '恢复默认规则',
  resetText: '分组和规则将恢复为产品默认，今后随产品更新。当前规则可在历史中找回，未保存的修改将丢失。',
  discardTitle: '放弃修改',
  discardText: '未保存的修改将丢失。',
  problems: (count: number) => `有 ${count} 处问题，改正后才能保存`,
  more: (count: number) => `还有 ${count} 处……`,
  staleTitle: '其他管理员已保存新的版本',
  staleText: '继续编辑会基于旧版本。可以放弃您的修改，或以您的规则覆盖新版本。',
  overwrite: '以我的规则为准',
  saved: toast('规则已保存', ADMIN_MS),
  saveFailed: toast('保存失败:', REASON_MS),
  restored: toast('规则已恢复', ADMIN_MS),
  restoreFailed: toast('恢复失败:', REASON_MS),
  edit: '编辑',
  up: '上移',
  down: '下移',
  delete: '删除',
  id: '标识',
  main: '主分组',
  mainHelp: '包含全部节点的分组',
  final: '兜底分组',
  finalHelp: '未命中任何规则的流量',
  refusesQuic: '拒绝 QUIC',
  refusesQuicHelp:
    '经 VMess 和 REALITY 节点的 UDP 443 被拒绝，应用随即改用 TCP，网页和视频更快。Hysteria2 和 Shadowsocks 节点不受影响。',
} as const;

/** Texts about groups. */
export const groupTexts = {
  title: '分组',
  add: '新增分组',
  addTitle: '新增分组',
  editTitle: '编辑分组',
  columns: { zh: '名称', en: '英文名称', type: '类型', members: '成员' },
  types: { select: '手动选择', 'url-test': '自动选择最快', fallback: '故障转移', 'load-balance': '负载均衡' },
  lines: { all: '全部节点', outward: '除回国外的节点', home: '回国节点（国外用户）' },
  builtins: { direct: '直连', reject: '拒绝' },
  countries: '指定地区的节点',
  notCountries: '其他地区的节点',
  notPrefix: '除以下地区：',
  codes: '地区代码',
  codesHelp: '两位代码，用空格隔开，例如 JP SG',
  addMember: '添加成员',
  choose: '请选择',
  removeMember: (name: string) => `移除 ${name}`,
  upMember: (name: string) => `上移 ${name}`,
  idHelp: '小写字母开头，只用于内部引用',
  idTaken: '标识已被使用或格式不正确',
  nameNeeded: '请填写名称',
  membersNeeded: '请添加成员',
  codesWrong: '请填写两位地区代码',
  deleteTitle: '删除分组',
  deleteText: (name: string) => `确认删除分组“${name}”？其他分组将不再包含它，指向它的规则改为兜底分组。`,
} as const;

/** Texts about lists of rules. */
export const listTexts = {
  title: '规则',
  add: '新增规则',
  addTitle: '新增规则',
  editTitle: '编辑规则',
  columns: { zh: '名称', id: '标识', target: '去向', count: '条数' },
  target: '去向',
  perLine: '每行一条',
  count: (count: number) => `${count} 条`,
  idHelp: (id: string) => `规则文件地址：/describe/rules/${id || '标识'}.list`,
  deleteTitle: '删除规则',
  deleteText: (name: string) => `确认删除规则“${name}”？`,
} as const;

/** Texts of earlier versions. */
export const historyTexts = {
  title: '历史',
  columns: { version: '版本', at: '时间', by: '操作人', content: '内容' },
  content: (groups: number, lists: number, entries: number) => `${groups} 个分组，${lists} 组规则，${entries} 条`,
  isDefault: '默认规则',
  nobody: '—',
  current: '当前',
  restore: '恢复',
  restoreTitle: '恢复旧版本',
  restoreText: (version: number) => `将版本 ${version} 恢复为当前规则？未保存的修改将丢失。`,
} as const;

/** Texts of the preview. */
export const previewTexts = {
  title: '预览',
  kind: '格式',
  client: '客户端标识',
  clientHint: 'User-Agent，可留空',
  switches: { inForeign: '国外用户', inXinjiang: '解除 DNS 管制', useEnglish: switchLabels.use_english_node },
  note: '示例节点，不含任何客户的数据。',
  size: (bytes: number) => traffic(bytes),
  emptyGroups: (names: string) => `没有成员而省略的分组：${names}`,
  emptyLists: (names: string) => `没有内容的规则：${names}`,
  strayLists: (names: string) => `分组被省略、改走兜底分组的规则：${names}`,
  copy: '复制',
  text: '文档内容',
  failed: toast('预览失败:', REASON_MS),
} as const;

/** What changed, for the question before saving. */
export const changeTexts = {
  group: '分组',
  list: '规则',
  added: (what: string, name: string) => `新增${what}“${name}”`,
  removed: (what: string, name: string) => `删除${what}“${name}”`,
  changed: (what: string, name: string) => `修改${what}“${name}”`,
  entries: (name: string, plus: number, minus: number) => `规则“${name}”：新增 ${plus} 条，删除 ${minus} 条`,
  order: (what: string) => `调整${what}顺序`,
  fixedGroup: (what: string, name: string) => `${what}改为“${name}”`,
  quic: (refuses: boolean) => (refuses ? '拒绝 QUIC' : '不再拒绝 QUIC'),
} as const;
