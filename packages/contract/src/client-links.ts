import type { LinkKind } from './subscription.ts';

/** Whose link it is, where it is fetched, and what a client calls it. */
export interface LinkOwner {
  /** Scheme and host of subscription links, without a slash at the end. */
  readonly base: string;
  readonly id: string;
  readonly userkey: string;
  /** Name of the subscription in the client: the site's name. */
  readonly title: string;
}

/** What one client needs: the document's address, the link that opens the client with it, the text of the QR code. */
export interface ClientLinks {
  readonly url: string;
  /** Absent for clients that no link opens. */
  readonly importLink?: string;
  readonly qr: string;
}

/** Milliseconds after which a client that an import link opens is in front, or the browser asks whether it may. */
export const IMPORT_OPENED_MS = 2000;

const encode = encodeURIComponent;

/** Base64 with the alphabet of URLs and without padding, of the text's UTF-8 bytes. */
export const base64url = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** The first base that says something, with a scheme and without the slash at its end. */
export const linkBase = (...candidates: readonly (string | undefined)[]): string => {
  const base = (candidates.find((candidate) => candidate) ?? '').replace(/\/+$/, '');
  return base === '' || /^https?:\/\//.test(base) ? base : `https://${base}`;
};

/**
 * The address of a document. It always has a query of its own: Clash Verge takes everything behind `url=` of an import
 * link for the address, so that `&name=…` must end up as one more parameter and not inside the key.
 */
export const subscriptionUrl = ({ base, id, userkey }: LinkOwner, kind: LinkKind): string =>
  `${base}/api/subscript/${kind}/${id}/${userkey}?f=${kind}`;

const v2boxUrl = (owner: LinkOwner): string => `${subscriptionUrl(owner, 'v2box')}&name=${encode(owner.title)}`;
/** Streisand's button carries three more parameters; only `base64` means something to us. */
const streisandUrl = (owner: LinkOwner): string => `${v2boxUrl(owner)}&asn=unknown&mode=new&base64=True`;
const filterUrl = ({ base }: LinkOwner): string => `${base}/describe/q.filter`;

/** Seconds after which QuantumultX reads its lists again. */
const QX_SERVER_INTERVAL = 172_800;
const QX_FILTER_INTERVAL = 2_592_000;

/** What QuantumultX adds to its resources; it keeps what it has. A tag must not contain a comma. */
const quantumultXPayload = (owner: LinkOwner) => {
  const tag = owner.title.replaceAll(',', ' ').trim();
  return {
    server_remote: [
      `${subscriptionUrl(owner, 'qx')}, tag=${tag}, update-interval=${QX_SERVER_INTERVAL}, opt-parser=false, enabled=true`,
    ],
    filter_remote: [`${filterUrl(owner)}, tag=${tag}-分流, update-interval=${QX_FILTER_INTERVAL}, enabled=true`],
    rewrite_remote: [],
  };
};

interface Recipe {
  readonly url: (owner: LinkOwner) => string;
  readonly importLink?: (url: string, owner: LinkOwner) => string;
  readonly qr?: (url: string, owner: LinkOwner) => string;
}

const of =
  (kind: LinkKind) =>
  (owner: LinkOwner): string =>
    subscriptionUrl(owner, kind);
const installConfig =
  (scheme: string) =>
  (url: string, { title }: LinkOwner): string =>
    `${scheme}://install-config?url=${encode(url)}&name=${encode(title)}`;
const rocketLink = (url: string, { title }: LinkOwner): string =>
  `shadowrocket://add/sub://${base64url(url)}?remark=${encode(title)}`;
const rocketQr = (url: string, { title }: LinkOwner): string => `sub://${base64url(url)}#${base64url(title)}`;
const singboxLink = (url: string, { title }: LinkOwner): string =>
  `sing-box://import-remote-profile?url=${encode(url)}#${encode(title)}`;
/** The address as it is: Hiddify takes everything behind its own path. */
const hiddifyLink = (url: string, { title }: LinkOwner): string => `hiddify://import/${url}#${encode(title)}`;
const streisandLink = (url: string, { title }: LinkOwner): string => `streisand://import/${url}#${encode(title)}`;

const recipes = {
  clash: { url: of('clash'), importLink: installConfig('clash') },
  clashMeta: { url: of('mjclash'), importLink: installConfig('clashmeta') },
  // FLClash reads the address only; it takes the name from the document's headers.
  flclash: { url: of('flclash'), importLink: (url) => `flclash://install-config?url=${encode(url)}` },
  shadowrocket: { url: of('ss'), importLink: rocketLink, qr: rocketQr },
  ssr: { url: of('ssr'), importLink: rocketLink, qr: rocketQr },
  surge: { url: of('surge'), importLink: (url) => `surge:///install-config?url=${encode(url)}` },
  surfboard: { url: of('surfboard'), importLink: (url) => `surfboard:///install-config?url=${encode(url)}` },
  quantumultX: {
    url: of('qx'),
    importLink: (_url, owner) =>
      `quantumult-x:///add-resource?remote-resource=${encode(JSON.stringify(quantumultXPayload(owner)))}`,
  },
  quantumult: {
    url: of('q'),
    importLink: (url, owner) =>
      `quantumult://configuration?server=${base64url(url)}&filter=${base64url(filterUrl(owner))}`,
  },
  singbox: { url: of('singbox'), importLink: singboxLink, qr: singboxLink },
  // v2rayNG decodes the address twice, so its own name must not be inside; the fragment names the subscription.
  v2rayNG: {
    url: of('v2box'),
    importLink: (url, { title }) => `v2rayng://install-sub?url=${encode(`${url}#${encode(title)}`)}`,
  },
  v2ray: { url: of('v2box') },
  v2box: {
    url: v2boxUrl,
    importLink: (url, { title }) => `v2box://install-sub?url=${encode(url)}&name=${encode(title)}`,
  },
  streisand: { url: streisandUrl, importLink: streisandLink },
  /** The universal link: the server answers in the format of the client that fetches it. */
  auto: { url: of('auto') },
  // Loon calls a subscription a list of nodes, which is what our document is.
  loon: { url: of('loon'), importLink: (url) => `loon://import?nodelist=${encode(url)}` },
  stash: { url: of('stash'), importLink: installConfig('stash') },
  hiddify: { url: of('hiddify'), importLink: hiddifyLink },
  karing: { url: of('karing'), importLink: installConfig('karing') },
  nekobox: { url: of('nekobox') },
  xray: { url: of('xray') },
} as const satisfies Record<string, Recipe>;

/** Programs that read our documents. */
export type ClientApp = keyof typeof recipes;

/** Address, import link and QR text of one client. */
export const clientLinks = (app: ClientApp, owner: LinkOwner): ClientLinks => {
  const recipe: Recipe = recipes[app];
  const url = recipe.url(owner);
  return {
    url,
    ...(recipe.importLink && { importLink: recipe.importLink(url, owner) }),
    qr: recipe.qr?.(url, owner) ?? url,
  };
};
