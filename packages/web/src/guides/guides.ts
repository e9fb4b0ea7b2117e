import { androidGuides } from './data/android.ts';
import { flclashForPc } from './data/flclash-pc.ts';
import { iosGuides } from './data/ios.ts';
import { macGuides } from './data/macos.ts';
import { quantumultForIos, quantumultXForIos } from './data/quantumult.ts';
import { windowsGuides } from './data/windows.ts';
import type { Guide } from './model.ts';

/** Every client guide. */
export const guides: readonly Guide[] = [
  ...windowsGuides,
  flclashForPc,
  ...androidGuides,
  ...iosGuides,
  quantumultForIos,
  quantumultXForIos,
  ...macGuides,
];
