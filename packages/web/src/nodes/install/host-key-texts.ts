import { ADMIN_MS, REASON_MS, toast } from '../../ui/toasts.ts';

/** Texts about a server's host key. */
export const hostKeyTexts = {
  title: '核对服务器的主机指纹',
  explain:
    '面板第一次连接这台服务器。指纹证明对方确实是您的服务器，而不是中间的冒充者；核对之前，面板不会发送密码，也不会执行任何操作。',
  how: '请在服务商的网页终端或服务器上运行下面的命令，并与下面的指纹逐字比较：',
  command: 'for f in /etc/ssh/ssh_host_*_key.pub; do ssh-keygen -lf "$f"; done',
  commandLabel: '核对命令',
  copyCommand: '复制命令',
  seen: '服务器出示的指纹',
  approved: '已批准的指纹',
  changedTitle: '主机指纹变了',
  changed: '服务器出示的指纹与已批准的不同。如果没有重装系统或更换服务器，可能有人冒充这台服务器：请不要批准。',
  compared: '我已逐字核对，指纹一致',
  approve: '批准并继续',
  approveChanged: '批准新指纹',
  approvedToast: toast('已批准主机指纹', ADMIN_MS),
  failed: toast('批准失败:', REASON_MS),
  ahead: '预先填写指纹',
  aheadHelp: '已知指纹时可先填写（ssh-keygen -lf 的输出，SHA256: 开头），安装时不再停下等待。',
  save: '保存指纹',
} as const;
