import { ADMIN_MS, REASON_MS, toast } from '../../ui/toasts.ts';

/** A reason takes longer to read than a success. */

/** Texts of installing, upgrading, rolling back and removing the agent of a node. */
export const installTexts = {
  install: '安装',
  upgrade: '升级',
  rollback: '回滚',
  remove: '移除节点程序',
  log: '安装日志',
  upgradeChosen: '升级所选',
  installTitle: '安装确认',
  upgradeTitle: '升级确认',
  rollbackTitle: '回滚确认',
  removeTitle: '移除确认',
  installText: (name: string) => `确认通过 SSH 在节点“${name}”的服务器上安装节点程序和引擎？`,
  upgradeText: (name: string) => `确认升级节点“${name}”？升级期间连接会短暂中断；新版本不正常时自动回滚，账本保留。`,
  upgradeManyText: (count: number, first: string) =>
    `确认升级所选的 ${count} 个节点？先升级“${first}”，正常后其余节点再逐台升级；首台失败则全部停止。`,
  rollbackText: (name: string, version: string) => `确认把节点“${name}”回滚到上一版本 ${version}？连接会短暂中断。`,
  removeText: (name: string) => `确认从节点“${name}”的服务器上移除节点程序？该节点会立即停止服务。`,
  loginMissing: (name: string) =>
    `节点“${name}”没有保存 SSH 登录信息，面板无法登录它的服务器。请先编辑节点，填写 SSH 密码或私钥。`,
  fillIn: '编辑节点',
  purge: '同时删除服务器上的账本（有未计费流量时会被拒绝）',
  keepsJournal: '不勾选时账本保留在服务器上，重新安装后继续使用。',
  done: {
    upgrade: toast('升级成功', ADMIN_MS),
    rollback: toast('回滚成功', ADMIN_MS),
    remove: toast('移除成功', ADMIN_MS),
  },
  failed: {
    upgrade: toast('升级失败:', REASON_MS),
    rollback: toast('回滚失败:', REASON_MS),
    remove: toast('移除失败:', REASON_MS),
  },
} as const;

/** How an installation stands. */
export const stateTexts = {
  title: { upgrade: '安装与升级', rollback: '回滚', remove: '移除节点程序' },
  states: {
    idle: '未安装',
    queued: '排队中',
    'waiting-host-key': '等待核对主机指纹',
    running: '进行中',
    failed: '失败',
    done: '完成',
  },
  steps: {
    connect: '连接',
    preflight: '检查服务器',
    key: '换成密钥登录',
    upload: '传输文件',
    script: '执行脚本',
    enrol: '接入面板',
    verify: '确认正常',
  },
} as const;

/** Texts about the parts that nodes are installed from. */
export const kitTexts = {
  title: '节点安装包',
  parts: { agent: '节点程序', xray: 'Xray', node: 'Node' },
  part: (name: string, version: string, cpus: string) => `${name} ${version}${cpus}`,
  cpus: (list: string) => `（${list}）`,
  missingTitle: '节点安装包不完整',
  notReady: '补齐之前，节点既不能用命令接入，也不能通过 SSH 安装。',
  partly: '现有部分仍可用于其余服务器类型。',
} as const;
