import type { DocumentKind } from '@skyport/contract/subscription';
import type { Client } from '../../user-agent.ts';
import { readClash } from './clash.ts';
import type { FoundLine } from './found.ts';
import { refuse } from './found.ts';
import { readIni, readNodeList } from './ini.ts';
import { readQxServers } from './qx.ts';
import { readSingbox } from './singbox.ts';
import { readSip008 } from './sip008.ts';
import { readLinkList } from './uri.ts';
import { readXrayConfigs } from './xray-json.ts';

/** Forms of documents, by who reads them. */
export type Form =
  | 'legacy'
  | 'mihomo'
  | 'stash'
  | 'singbox'
  | 'links'
  | 'sip008'
  | 'surge'
  | 'surfboard'
  | 'loon'
  | 'qx'
  | 'xray';

/** How the lines of each form are read. */
const readers: Readonly<Record<Form, (text: string) => readonly FoundLine[]>> = {
  legacy: (text) => readClash('legacy', text).lines,
  mihomo: (text) => readClash('mihomo', text).lines,
  stash: (text) => readClash('stash', text).lines,
  singbox: (text) => readSingbox(text).lines,
  links: (text) => readLinkList(text).links,
  sip008: (text) => readSip008(text).lines,
  surge: (text) => readIni('surge', text).lines,
  surfboard: (text) => readIni('surfboard', text).lines,
  // A subscription of Loon is a list of nodes; profiles are the user's own.
  loon: (text) => readNodeList('loon', text),
  qx: readQxServers,
  xray: readXrayConfigs,
};

/** Behind every link of Clash a client that is not known for something else is mihomo. */
const clashForm =
  (oldClash: Form) =>
  ({ family }: Client): Form => {
    if (family === 'stash') return 'stash';
    return family === 'clash' ? oldClash : 'mihomo';
  };

const linksForm = ({ family }: Client): Form => (family === 'shadowsocks' ? 'sip008' : 'links');

/** The form that a client expects behind each kind of link. */
const forms: Readonly<Record<DocumentKind, Form | ((client: Client) => Form)>> = {
  clash: clashForm('legacy'),
  mjclash: clashForm('mihomo'),
  flclash: clashForm('mihomo'),
  stash: 'stash',
  ss: linksForm,
  v2box: 'links',
  ssr: 'links',
  q: 'links',
  nekobox: 'links',
  singbox: 'singbox',
  hiddify: 'singbox',
  karing: clashForm('mihomo'),
  xray: 'xray',
  surge: ({ family }) => (family === 'surfboard' ? 'surfboard' : 'surge'),
  surfboard: 'surfboard',
  loon: 'loon',
  qx: 'qx',
};

/** A document as its client would take it in. */
export interface FoundDocument {
  readonly form: Form;
  readonly lines: readonly FoundLine[];
}

const isKind = (kind: string): kind is DocumentKind => Object.hasOwn(forms, kind);

/** The form behind a kind of link. Throws for a kind without a reader, so that no kind stays unread. */
export const formOf = (kind: string, client: Client): Form => {
  const form = isKind(kind) ? forms[kind] : refuse(kind, 'a kind without a reader');
  return typeof form === 'function' ? form(client) : form;
};

/** Reads a document of a kind as the client would. Throws with the fault, and for a kind without a reader. */
export const readDocument = (kind: string, text: string, client: Client): FoundDocument => {
  const form = formOf(kind, client);
  return { form, lines: readers[form](text) };
};
