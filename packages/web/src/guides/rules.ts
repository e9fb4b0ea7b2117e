import { platforms, type Platform } from '@skyport/contract/devices';
import { clients, downloads, type Download } from '../subscription/index.ts';
import type { Guide } from './model.ts';

/** What a guide's client is installed from. A guide without a row in the table of downloads does not compile here. */
export const downloadsOf = ({ path }: Guide): readonly Download[] => downloads[path];

/** The hint for a reader on the wrong device, or on one that was not recognised. */
export interface PlatformHint {
  /** The device's platform; undefined when it was not recognised. */
  readonly here: Platform | undefined;
  /** The guide that fits this device: that of the same client if there is one, else the recommended client's. */
  readonly better?: { readonly client: string; readonly path: string };
}

/** A hint for a reader whose device the guide is not about; undefined where it is. */
export const platformHint = (guide: Guide, here: Platform | undefined): PlatformHint | undefined => {
  if (here === undefined) return { here };
  if (guide.platforms.includes(here)) return undefined;
  const withGuide = clients[here].filter((client) => client.guide !== undefined);
  const fitting = withGuide.find(({ app }) => app === guide.app) ?? withGuide[0];
  return { here, ...(fitting?.guide && { better: { client: fitting.name, path: fitting.guide } }) };
};

/** Whether a guide is for phones and has a QR code to scan. */
export const scansCode = ({ platforms: on, steps }: Guide): boolean =>
  on.some((platform) => platform === 'Android' || platform === 'iOS') && steps.some(({ acts }) => acts?.includes('qr'));

/** Other guides for the same devices, in the order of the getting-started panel. */
export const otherGuides = (guide: Guide): readonly { readonly client: string; readonly path: string }[] => {
  const first = platforms.find((platform) => guide.platforms.includes(platform)) ?? 'Windows';
  return clients[first].flatMap(({ name, guide: path }) =>
    path === undefined || path === guide.path ? [] : [{ client: name, path }],
  );
};
