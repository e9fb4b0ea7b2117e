/** What the install script says: a step, its end, a failure, what is on the server, or words for people. */
export type ScriptWord =
  | { readonly kind: 'step'; readonly step: string; readonly percent: number }
  | { readonly kind: 'done'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'status'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'error'; readonly code: string; readonly detail: string }
  | { readonly kind: 'text' };

/** Reads one line of the script (`SKYPORT key=value …`); whatever is not of that form is text. */
export const scriptWord = (line: string): ScriptWord => {
  const [, step, percent] = /^SKYPORT step=(\w+) percent=(\d+)$/.exec(line) ?? [];
  if (step !== undefined) return { kind: 'step', step, percent: Math.min(100, Number(percent)) };
  const [, code, detail] = /^SKYPORT error code=(\w+) detail=(.*)$/.exec(line) ?? [];
  if (code !== undefined) return { kind: 'error', code, detail: detail ?? '' };
  const [, kind, rest] = /^SKYPORT (done|status) (.*)$/.exec(line) ?? [];
  if (kind === undefined || rest === undefined) return { kind: 'text' };
  const pairs = [...rest.matchAll(/(\w+)=(\S*)/g)].map(([, key, value]) => [key, value]);
  return { kind: kind as 'done' | 'status', values: Object.fromEntries(pairs) as Record<string, string> };
};

/** The script's failures in the operator's words; `detail` is the script's own. */
const REASONS: Record<string, (detail: string) => string> = {
  no_space: (detail) => `磁盘空间不足（${detail}）`,
  write: (detail) => `无法写入文件（${detail}）`,
  checksum: (detail) => `文件校验失败，请重试（${detail}）`,
  missing_part: (detail) => `缺少安装文件（${detail}）`,
  arch: (detail) => `服务器类型与处理器不符（${detail}）`,
  node_missing: () => '系统没有 Node，也无法由 apk 安装：请先安装 nodejs 24 或更高版本',
  node_old: (detail) => `系统的 Node 版本太低（${detail}）：需要 24 或更高版本`,
  node_unusable: () => '自带的 Node 无法在该系统运行：需要 glibc 2.28 或更高版本',
  engine_unusable: () => '引擎无法在该系统运行',
  locked: () => '另一个安装正在该服务器上进行，请稍后再试',
  foreign: (detail) => `该服务器上的节点程序属于另一个面板或另一个节点（${detail}）：请先在那里移除`,
  port_busy: (detail) => `控制端口 ${detail} 已被其他程序占用`,
  unhealthy: () => '节点程序没有正常启动',
  rolled_back: (detail) => `新版本没有正常启动，已自动回滚到 ${detail}`,
  rollback_failed: (detail) => `新版本没有正常启动，回滚也没有成功（${detail}）：请登录服务器检查`,
  no_previous: () => '没有可以回滚的版本',
  nothing_installed: () => '该服务器上没有安装节点程序',
  no_code: () => '首次安装需要注册码',
  not_root: () => '需要 root 权限或指定安装目录',
};

/** Why the script gave up, in a sentence. */
export const scriptReason = (code: string, detail: string): string =>
  REASONS[code]?.(detail) ?? `安装脚本失败（${code || '没有说明原因'}）`;

/** Printable text: what a server says goes to a browser. */
export const printable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- exactly these are taken out
  text.replaceAll(/\u001B\[[0-9;?]*[A-Za-z]|[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uD800-\uDFFF]/g, '');
