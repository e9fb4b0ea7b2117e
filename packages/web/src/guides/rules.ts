import { platforms, type Platform } from '../device/platform.ts';
import { clients } from '../subscription/index.ts';
import type { Download, Guide } from './model.ts';

/** The operator's download bases. */
export interface DownloadBases {
  readonly contentUrl_guonei: string;
  readonly contentUrl_guowai: string;
}

/**
 * The base that a reader downloads from: that outside the mainland for whoever has 国外订阅, else that inside. Where only
 * one of them is set it serves everybody; undefined without any.
 */
export const downloadBase = (bases: DownloadBases | undefined, inForeign: boolean): string | undefined => {
  if (!bases) return undefined;
  const { contentUrl_guonei: inside, contentUrl_guowai: outside } = bases;
  return webAddress((inForeign ? outside || inside : inside || outside).trim().replace(/\/+$/, ''));
};

/** An address that an operator typed, always one of the web; undefined for an empty one. */
export const webAddress = (typed: string): string | undefined => {
  const address = typed.trim();
  if (address === '') return undefined;
  return /^https?:\/\//.test(address) ? address : `https://${address}`;
};

/** Where a file comes from: the operator's own place, else the client's page; undefined when there is neither. */
export const downloadLink = ({ file, official }: Download, base: string | undefined): string | undefined =>
  file !== undefined && base !== undefined ? `${base}/${encodeURIComponent(file)}` : official;

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

/** Other guides for the same devices, in the order of the getting-started panel. */
export const otherGuides = (guide: Guide): readonly { readonly client: string; readonly path: string }[] => {
  const first = platforms.find((platform) => guide.platforms.includes(platform)) ?? 'Windows';
  return clients[first].flatMap(({ name, guide: path }) =>
    path === undefined || path === guide.path ? [] : [{ client: name, path }],
  );
};
