import { DocumentKind } from '@skyport/contract/subscription';
import type { Format } from './format.ts';

import { clash, mihomo, stash } from './writers/clash.ts';
import { hiddify } from './writers/hiddify.ts';
import { loon } from './writers/loon.ts';
import { quantumult } from './writers/quantumult.ts';
import { qx } from './writers/qx.ts';
import { singbox } from './writers/singbox.ts';
import { linkList, links } from './writers/ss.ts';
import { ssr } from './writers/ssr.ts';
import { surfboard, surge } from './writers/surge.ts';
import { xray } from './writers/xray.ts';

/** How each kind is written, in the order of `DocumentKind`: one row a kind, and no kind without a row. */
export const formats = {
  clash,
  mjclash: mihomo,
  flclash: mihomo,
  ss: linkList,
  ssr,
  surge,
  surfboard,
  qx,
  q: quantumult,
  v2box: links,
  singbox,
  loon,
  stash,
  hiddify,
  // It reads Clash's language whole, with groups and rules, and asks for it first.
  karing: mihomo,
  nekobox: links,
  xray,
} as const satisfies Readonly<Record<DocumentKind, Format>>;

/** Kinds of documents, as they stand in the address `/api/subscript/{kind}/...`. */
export const documentKinds = DocumentKind.options;

/** Whether a part of a subscription address is a kind; other links are answered like wrong ones. */
export const isDocumentKind = (kind: string): kind is DocumentKind => Object.hasOwn(formats, kind);
