import type { RelayTool } from '@skyport/contract/relay';

/** Texts of the window with ready forwarding configurations of an entry. */
export const relayTexts = {
  open: '转发配置',
  title: (name: string) => `转发配置：${name}`,
  explain:
    '客户端连接入口，入口把流量原样转发到节点，不解密也不计费。在入口服务器上选一种程序，保存下面的配置并执行命令即可；线路或节点的端口变了以后，请重新复制并执行一次。',
  ports: '需要转发的端口',
  noPorts: '没有线路经过这个入口：先在线路中选择“入口中转”和这个入口。',
  port: (listen: number, target: string, targetPort: number) => `${listen} → ${target}:${targetPort}`,
  transports: { both: 'TCP + UDP', tcp: 'TCP', udp: 'UDP' },
  tool: '转发程序',
  tools: { nftables: 'nftables', realm: 'realm', gost: 'gost', haproxy: 'HAProxy' } satisfies Record<RelayTool, string>,
  about: {
    nftables: '内核转发，最快、最省资源，TCP 和 UDP 都支持；节点只能看到入口的地址，目标为域名时在生成配置时解析。',
    realm: '轻量的用户态转发，TCP 和 UDP 都支持，目标可以是域名，地址变化时自动重新解析。',
    gost: '功能较多的用户态转发，TCP 和 UDP 都支持，单个配置文件。',
    haproxy: '成熟的 TCP 转发，自带健康检查；不支持 UDP，线路上依赖 UDP 的应用（游戏、语音等）不可用。',
  } satisfies Record<RelayTool, string>,
  path: (path: string) => `保存为 ${path}`,
  text: '配置文件',
  copy: '复制配置',
  apply: '以 root 依次执行',
  copyApply: '复制命令',
  problems: '注意',
} as const;
