import type { Platform } from '@skyport/contract/devices';
import { clients } from './clients.ts';
import { downloads, type Download } from './download-texts.ts';
import type { ClientApp } from '@skyport/contract/client-links';

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

/** The one to take of several downloads on a platform: the first that can be had; undefined where there is none. */
export const mainDownload = (
  all: readonly Download[],
  base: string | undefined,
  platform: Platform,
): Download | undefined =>
  all.find((one) => (one.platform ?? platform) === platform && downloadLink(one, base) !== undefined);

/** The guide of a client on a platform; undefined where there is none. */
export const guideOf = (app: ClientApp, platform: Platform): string | undefined =>
  clients[platform].find((client) => client.app === app)?.guide;

const isListed = (guide: string): guide is keyof typeof downloads => Object.hasOwn(downloads, guide);

/** What a client is installed from on a platform, by its guide; empty where it has none. */
export const downloadsFor = (guide: string | undefined, platform: Platform): readonly Download[] => {
  const all: readonly Download[] = guide !== undefined && isListed(guide) ? downloads[guide] : [];
  return all.filter((download) => (download.platform ?? platform) === platform);
};
