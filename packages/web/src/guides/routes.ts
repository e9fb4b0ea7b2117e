/** What a guide's route says of it before its page is there: path, title, description. */
export interface GuideRoute {
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

const guide = <P extends string>(path: P, client: string, where: string) => ({
  path,
  title: `${client} 安装教程`,
  description: `${client} ${where}安装与使用教程：下载、导入订阅、开启代理、选择节点与排查问题`,
});

/** Every client guide of the specification's route table, in its order. */
export const guideRoutes = [
  guide('/clash_for_windows', 'Clash for Windows', ''),
  guide('/clash_for_android', 'Clash for Android', ''),
  guide('/clash_meta_for_android', 'Clash Meta for Android', ''),
  guide('/flclash_for_android', 'FLClash for Android', ''),
  guide('/v2rayng_for_android', 'v2rayNG for Android', ''),
  guide('/v2rayng_for_windows', 'v2rayN for Windows', ''),
  guide('/flclash_for_pc', 'FLClash 电脑版', 'Windows 与 macOS '),
  guide('/ss_for_ios', 'Shadowrocket for iOS', 'iPhone 与 iPad '),
  guide('/singbox_for_ios', 'sing-box for iOS', 'iPhone 与 iPad '),
  guide('/singbox_for_mac', 'sing-box for Mac', ''),
  guide('/singbox_for_android', 'sing-box for Android', ''),
  guide('/singbox_for_win', 'sing-box for Windows', ''),
  guide('/v2box_for_ios', 'V2Box for iOS', 'iPhone 与 iPad '),
  guide('/streisand_for_ios', 'Streisand for iOS', 'iPhone 与 iPad '),
  guide('/quantumult_for_ios', 'Quantumult for iOS', 'iPhone 与 iPad '),
  guide('/quantumultx_for_ios', 'QuantumultX for iOS', 'iPhone 与 iPad '),
  guide('/clash_for_macos', 'Clash for macOS', ''),
] as const satisfies readonly GuideRoute[];

/** Paths of guides. */
export type GuidePath = (typeof guideRoutes)[number]['path'];
