import type { Platform } from '@skyport/contract/devices';
import { versions } from './versions.ts';

/** One file or store page of a client. */
export interface Download {
  readonly label: string;
  /** Where it runs, when a guide has several. */
  readonly platform?: Platform;
  /** Name of the file below the operator's download base; absent for what only a store gives. */
  readonly file?: string;
  /** The client's own page; absent where its makers took it away. */
  readonly official?: string;
}

/** Where FLClash's makers offer it. */
const flclashReleases = 'https://github.com/chen08209/FlClash/releases';

const flclash = (name: string, file: string, platform?: Platform): Download => ({
  label: `FLClash ${versions.flclash}${name}`,
  ...(platform && { platform }),
  file: `FlClash-${versions.flclash}-${file}`,
  official: flclashReleases,
});

/** The only download of an app: its page in the App Store. */
const store = (id: number): readonly Download[] => [
  { label: 'App Store', official: `https://apps.apple.com/app/id${id}` },
];

/** What each guide's client is installed from, by the guide's route. */
export const downloads = {
  '/clash_for_windows': [
    {
      label: `Clash for Windows ${versions.clashWindows}`,
      file: `Clash.for.Windows.Setup.${versions.clashWindows}.exe`,
    },
  ],
  '/v2rayng_for_windows': [
    {
      label: 'v2rayN（64 位）',
      file: 'v2rayN-windows-64.zip',
      official: 'https://github.com/2dust/v2rayN/releases',
    },
  ],
  '/singbox_for_win': [
    {
      label: 'GUI.for.SingBox（64 位）',
      file: 'GUI.for.SingBox-windows-amd64.zip',
      official: 'https://github.com/GUI-for-Cores/GUI.for.SingBox/releases',
    },
  ],
  '/flclash_for_pc': [
    flclash('（Windows）', 'windows-amd64-setup.exe', 'Windows'),
    flclash('（Mac M 芯片）', 'macos-arm64.dmg', 'macOS'),
    flclash('（Mac Intel）', 'macos-amd64.dmg', 'macOS'),
  ],
  '/clash_for_android': [
    { label: `Clash for Android ${versions.clashAndroid}`, file: `cfa-${versions.clashAndroid}-universal-release.apk` },
  ],
  '/clash_meta_for_android': [
    {
      label: `Clash Meta ${versions.clashMeta}`,
      file: `cmfa-${versions.clashMeta}-meta-universal-release.apk`,
      official: 'https://github.com/MetaCubeX/ClashMetaForAndroid/releases',
    },
  ],
  '/flclash_for_android': [flclash('', 'android-arm64-v8a.apk')],
  '/v2rayng_for_android': [
    {
      label: `v2rayNG ${versions.v2rayNGRecommended}（推荐）`,
      file: `v2rayNG_${versions.v2rayNGRecommended}_universal.apk`,
      official: 'https://github.com/2dust/v2rayNG/releases',
    },
    { label: `v2rayNG ${versions.v2rayNG}`, file: `v2rayNG_${versions.v2rayNG}.apk` },
  ],
  '/singbox_for_android': [
    {
      label: 'sing-box（Android）',
      file: 'SFA-universal.apk',
      official: 'https://github.com/SagerNet/sing-box/releases',
    },
  ],
  '/ss_for_ios': store(932747118),
  '/singbox_for_ios': store(6673731168),
  '/v2box_for_ios': store(6446814690),
  '/streisand_for_ios': store(6450534064),
  '/quantumult_for_ios': store(1252015438),
  '/quantumultx_for_ios': store(1443988620),
  '/singbox_for_mac': [
    { label: 'sing-box（Mac）', file: 'SFM.dmg', official: 'https://github.com/SagerNet/sing-box/releases' },
    { label: 'App Store', official: 'https://apps.apple.com/app/sing-box-vt/id6673731168' },
  ],
  '/clash_for_macos': [{ label: `Clash for Mac ${versions.clashMac}`, file: `ClashX-${versions.clashMac}.dmg` }],
} as const satisfies Readonly<Record<string, readonly Download[]>>;
