import type { InstallCode, InstallMessage, InstallValues } from '@skyport/contract/install-messages';
import { JoinProblemCode } from '@skyport/contract/join-problem';
import { serverTypeNames } from '@skyport/contract/nodes-rules';
import { joinProblemText } from '../join-problems.ts';
import { faultText } from '../../ui/fault-texts.ts';

const names: Readonly<Record<string, string>> = serverTypeNames;

type Texts = { readonly [C in InstallCode]: string | ((...values: InstallValues<C>) => string) };

/** Rows from before there were codes hold what a program said in the code's place. */
const joinText = (problem: string, detail = '', port = ''): string => {
  const code = JoinProblemCode.safeParse(problem).data;
  return code ? joinProblemText({ code, detail }, port) : faultText(problem);
};

/** The texts of an installation's messages. */
const messageTexts: Texts = {
  panelStopped: '面板已停止，未执行',
  firstFailed: '首台节点失败，其余节点未执行',
  batchFault: '面板内部错误，未执行',
  panelDied: '面板在执行途中停止；可以重新执行，已完成的部分不会重做',
  connecting: (account) => `连接 ${account}`,
  done: '完成',
  replaced: '安装被另一次操作取代',
  nodeDeleted: '节点已被删除',
  stopping: '面板正在停止，安装中断；请稍后重新执行',
  fault: '面板内部错误，详情见错误日志',
  newJournal: (epoch) => `节点另起了账本 ${epoch}：从现在起按新账本计费`,
  notWell: '安装完成，但节点没有恢复正常',
  rollingBack: (version) => `回滚到 ${version}`,
  rolledBack: (version) => `新版本运行不正常，已自动回滚到 ${version}`,
  rollbackNotWell: '新版本运行不正常，回滚后仍不正常：请登录服务器检查',
  wentBackNotWell: '已回滚，但节点没有恢复正常',
  dataKept: (folder) => `账本保留在 ${folder}，重新安装后继续使用`,
  billingUnknown: (detail) => `无法确认节点的流量都已计费（${faultText(detail)}）：请选择保留账本`,
  unbilled: '节点仍有未计费的流量：请等待下一次统计后重试，或选择保留账本',
  privateAddress: (host) => `${host} 是内网地址，不允许连接`,
  noAnswer: (address) => `${address} 没有应答`,
  unreachable: (address, detail) => `无法连接 ${address}（${faultText(detail)}）`,
  noHostKey: 'SSH 服务没有出示主机密钥',
  loginRefused: '服务器拒绝登录：用户名、密码或密钥不正确',
  handshakeTimeout: 'SSH 握手超时',
  keyKindGone: '服务器不再出示已批准的那种主机密钥',
  privateKeyUnreadable: '私钥无法读取：格式不支持或带有口令',
  sshFailed: (detail) => `SSH 连接失败（${faultText(detail)}）`,
  connectionLost: '与服务器的连接中断：服务器上已开始的步骤会自行完成，请稍后重新执行',
  lostAtLogin: '连接在登录途中断开',
  noCommands: '服务器不执行命令',
  commandTimeout: '命令超时',
  transferTimeout: '传输超时',
  notWritable: (path, detail) => `无法写入 ${path}${detail === '' ? '' : `（${faultText(detail)}）`}`,
  aborted: '安装被中止',
  hostKeyShown: (kind, fingerprint) => `服务器出示主机密钥 ${kind} ${fingerprint}`,
  firstContact: '首次连接：请核对服务器的主机密钥指纹，批准后继续；在此之前不会发送密码',
  hostKeyMissing: '服务器没有指纹为已批准值的主机密钥',
  hostKeyChanged: (approved, shown) =>
    `主机密钥与已批准的不同，已停止，没有发送密码：已批准 ${approved}，服务器出示 ${shown}。若不是您重装了系统，可能有人在冒充该服务器`,
  keyNotTaken: '服务器不再接受面板的密钥，且没有保存密码：请重新填写 SSH 密码',
  secretMissing: '没有 SSH 登录信息：请编辑节点，填写 SSH 密码或私钥',
  passwordInstead: '服务器不接受面板的密钥，改用保存的密码',
  passwordKept: '服务器不接受密钥登录：继续使用并保留密码',
  passwordErased: '已改用面板的密钥登录，保存的密码已删除',
  noShell: '服务器没有按预期应答：需要 POSIX sh、awk、df 与 sha256sum',
  server: (system, folder, version, free) =>
    `服务器：${system}，目录 ${folder}，已安装 ${version === '' ? '无' : version}，剩余磁盘 ${free} M`,
  wrongProcessor: (serverType, arch) =>
    `服务器类型 ${names[serverType] ?? serverType} 与处理器 ${arch} 不符：请修改节点的服务器类型`,
  // Stored messages of earlier versions do not name the parts.
  kitIncomplete: (cpu, libc, parts = '') =>
    `节点安装包缺少 ${cpu}（${libc}）所需的部件${parts && ` ${parts}`}：请在面板服务器上运行 npm run node-kit`,
  foreign: (folder, owner) =>
    `该服务器的 ${folder} 属于另一个面板或另一个节点（${owner}）：请先在那里移除，或更换服务器`,
  clockFarOff: '服务器的时钟与面板相差一天以上：请先校准时间',
  clockOff: (seconds) => `注意：服务器的时钟与面板相差 ${seconds} 秒，请校准时间，否则客户端可能无法连接`,
  diskTooSmall: (needed, free) => `磁盘空间不足：需要 ${needed} M，剩余 ${free} M`,
  portBusy: (port) => `控制端口 ${port} 已被其他程序占用`,
  linePortsBusy: (ports) => `注意：线路端口 ${ports.replaceAll(' ', '、')} 已被其他程序占用`,
  noInit: '注意：没有可用的 systemd 或 OpenRC，节点程序由后台进程守护；服务器重启后需要再次执行安装',
  folderFailed: (folder) => `无法在服务器上建立目录 ${folder}`,
  nothingToSend: '服务器上的文件已经齐全，不需要传输',
  sending: (file, version, megabytes) => `传输 ${file}（${version}，${megabytes} M）`,
  warpSent: '已发送 WARP 密钥',
  scriptFrom: (address, sha256) => `安装脚本来自 ${address}，SHA-256 ${sha256}`,
  scriptNotFetched: (address, detail) => `安装脚本 ${address} 无法下载：${faultText(detail)}`,
  otherRuns: '服务器上还有一次安装没有结束，等待',
  scriptFailed: (code) => `安装脚本失败（${code === '' ? '没有说明原因' : faultText(code)}）`,
  'script.no_space': (detail) => `磁盘空间不足（${detail}）`,
  'script.write': (detail) => `无法写入文件（${detail}）`,
  'script.checksum': (detail) => `文件校验失败，请重试（${detail}）`,
  'script.missing_part': (detail) => `缺少安装文件（${detail}）`,
  'script.arch': (detail) => `服务器类型与处理器不符（${detail}）`,
  'script.node_missing': '系统没有 Node，也无法由 apk 安装：请先安装 nodejs 24 或更高版本',
  'script.node_old': (detail) => `系统的 Node 版本太低（${detail}）：需要 24 或更高版本`,
  'script.node_unusable': '自带的 Node 无法在该系统运行：需要 glibc 2.28 或更高版本',
  'script.engine_unusable': '引擎无法在该系统运行',
  'script.locked': '另一个安装正在该服务器上进行，请稍后再试',
  'script.foreign': (detail) => `该服务器上的节点程序属于另一个面板或另一个节点（${detail}）：请先在那里移除`,
  'script.port_busy': (detail) => `控制端口 ${detail} 已被其他程序占用`,
  'script.unhealthy': '节点程序没有正常启动',
  'script.rolled_back': (detail) => `新版本没有正常启动，已自动回滚到 ${detail}`,
  'script.rollback_failed': (detail) => `新版本没有正常启动，回滚也没有成功（${detail}）：请登录服务器检查`,
  'script.no_previous': '没有可以回滚的版本',
  'script.nothing_installed': '该服务器上没有安装节点程序',
  'script.no_code': '首次安装需要接入码',
  'script.not_root': '需要 root 权限或指定安装目录',
  waitingForAgent: '等待节点接入',
  enrolled: '节点已接入',
  enrolmentFailed: (problem, detail) => `节点接入失败：${joinText(problem, detail)}`,
  portUnreachable: (port, problem, detail) => `节点没有及时接入：${joinText(problem, detail, port)}。排除后请重试`,
  wellNow: (agent, engine, epoch) => `节点正常：程序 ${agent}，引擎 ${engine}，账本 ${epoch}`,
  engineStopped: (detail) => `引擎没有运行：${detail}`,
  agentSilent: (detail) => `节点没有应答：${detail === '' ? '未接入' : faultText(detail)}`,
};

/** The text of an installation's message. */
export const messageText = ({ code, values }: InstallMessage): string => {
  // The table has an entry of each code's own type; the compiler does not follow that through the lookup.
  const text = messageTexts[code] as string | ((...values: readonly string[]) => string);
  return typeof text === 'string' ? text : text(...values);
};
