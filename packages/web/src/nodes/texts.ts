import { ADMIN_MS, toast } from '../ui/toasts.ts';

/** Texts shared by the screens of nodes, entries and lines. */
const shared = {
  saved: toast('更新线路成功', ADMIN_MS),
  saveFailed: toast('线路配置失败:', ADMIN_MS),
  deleted: toast('删除成功', ADMIN_MS),
  deleteFailed: toast('删除失败:', ADMIN_MS),
} as const;

/** Texts of the node screen. */
export const nodeTexts = {
  ...shared,
  title: '节点',
  search: '搜索名称、地址、国家',
  add: '新增节点',
  editTitle: '编辑节点',
  copyTitle: '复制节点',
  join: '接入',
  joinAgain: '重新接入',
  reset: '重置更新次数',
  resetTitle: '重置更新次数',
  resetText: (name: string) => `确认把节点“${name}”的更新次数清零？`,
  resetAllText: '确认把所有节点的更新次数清零？',
  resetDone: toast('更新成功', ADMIN_MS),
  resetFailed: toast('刷新失败:', ADMIN_MS),
  deleted: toast('节点删除成功', ADMIN_MS),
  deleteFailed: toast('节点删除失败:', ADMIN_MS),
  deleteText: (name: string) => `确认删除节点“${name}”？该节点将停止服务，节点程序的接入信息也会作废。`,
  passwordKept: '已保存；留空则保留，地址或 SSH 端口改变后需要重新填写',
  warpKept: '已保存；留空则保留。每次升级都会把它写到节点上',
  noCountry: '未选择',
  columns: {
    index: '排序',
    name: '名称',
    country: '国家',
    type: '类型',
    address: '地址',
    status: '状态',
    speed: '延迟',
    version: '程序版本',
    install: '安装',
    pushes: '更新次数',
    ports: '端口（监听 / 公开 / 中转）',
    ctrl: '控制端口',
    serverType: '服务器类型',
    reached: '最近应答',
    enabled: '启用',
    warp: 'WARP',
    openLog: '访问日志',
    desc: '描述',
  },
  health: {
    unknown: '异常 · 尚无应答',
    healthy: '正常',
    degraded: '正常 · 部分受限',
    offline: '异常 · 离线',
    drifted: '异常 · 配置不一致，修复中',
    refused: '异常 · 拒绝配置',
  },
  notChecked: '未知 · 近期没有检查',
  notJoined: '待接入',
  disabled: '已停用',
  milliseconds: (ms: number) => `${ms} ms`,
} as const;

/** Texts of making a node's enrolment code. */
export const joinTexts = {
  title: (name: string) => `接入节点：${name}`,
  failed: toast('接入码生成失败:', ADMIN_MS),
} as const;

/** Texts of the entry screen. */
export const entryTexts = {
  ...shared,
  title: '入口',
  search: '搜索名称、地址',
  add: '新增入口',
  editTitle: '编辑入口',
  copyTitle: '复制入口',
  deleteText: (name: string) => `确认删除入口“${name}”？仍被线路使用的入口不能删除。`,
  columns: { index: '排序', name: '名称', ip: '默认 IP', ipList: 'IP 列表', desc: '描述', visible: '可见' },
} as const;

/** Texts of the line screen. */
export const lineTexts = {
  ...shared,
  title: '线路',
  search: '搜索名称、节点、入口',
  add: '新增线路',
  editTitle: '编辑线路',
  copyTitle: '复制线路',
  byNode: '按节点筛选',
  allNodes: '全部节点',
  copyLog: '复制日志',
  reset: '重置流量',
  resetTitle: '重置流量',
  resetText: (name: string) => `确认把线路“${name}”的流量统计清零？用户的账目不受影响。`,
  resetAllText: '确认把所有线路的流量统计清零？用户的账目不受影响。',
  resetDone: toast('流量刷新成功', ADMIN_MS),
  resetFailed: toast('流量刷新失败:', ADMIN_MS),
  deleteText: (name: string) => `确认删除线路“${name}”？正在使用它的客户端会立即断开。`,
  unknownNode: '未知节点',
  unknownEntry: '未知入口',
  direct: '直连',
  noPermission: '无',
  columns: {
    index: '排序',
    name: '名称',
    node: '节点',
    protocol: '协议',
    entry: '入口',
    scale: '倍率',
    num: '数量',
    hot: '流量',
    permission: '所需权限',
    public: '公共',
    fixName: '固定名字',
    agency: '代理用户不可用',
    address: '地址',
    log: '日志',
  },
} as const;
