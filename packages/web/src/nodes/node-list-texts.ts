/** Texts of the node list that customers and visitors see. */
export const nodeListTexts = {
  title: '节点列表',
  hint: '延迟由我们的服务器定时测得，实际速度与您的网络有关。',
  search: '搜索节点、国家',
  columns: { name: '节点', desc: '说明', speed: '延迟' },
  milliseconds: (ms: number) => `${ms} ms`,
  tones: { ok: '流畅', warn: '一般', bad: '较慢', none: '未知' },
  legend: '延迟图例',
  ranges: { ok: '低于 150 ms', warn: '150–199 ms', bad: '200 ms 及以上', none: '暂无数据' },
  kinds: '节点类型说明',
  notes: [
    ['家宽节点', '使用当地家庭宽带的住宅 IP，适合流媒体、购物和对 IP 要求高的网站。'],
    ['回国节点', '身在国外时使用，可以观看国内视频、收听国内音乐。'],
    ['游戏节点', '线路稳定、延迟低、丢包少，适合游戏加速。'],
    ['定制节点', '为特定用途准备的专属节点，只开放给拥有相应权限的用户。'],
  ],
  nothing: '节点正在准备中，请稍后再来看看。',
} as const;
