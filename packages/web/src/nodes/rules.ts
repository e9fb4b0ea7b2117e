import type { EntryView } from '@skyport/contract/nodes-entries';
import type { LineForm, LineView } from '@skyport/contract/nodes-lines';
import { bridgeForNode, nodeTypePresets, protocolForNode } from '@skyport/contract/nodes-rules';
import { NodeForm, type NodeView } from '@skyport/contract/nodes';
import type { z } from 'zod';
import { valuesFor } from '../ui/schema-form/field-spec.ts';
import { lineTexts } from './texts.ts';

/** What the node form holds. */
export type NodeValues = z.input<typeof NodeForm>;
/** What the line form holds. */
export type LineValues = z.input<typeof LineForm>;

/** Where a new v2ray node listens, unless its operator says otherwise. */
const FIRST_PORT = 20_000;

/** A new node of the type that most nodes have. */
export const newNode = (): NodeValues => ({
  index: 0,
  name: '',
  country: { name: '', flag: '' },
  type: 'v2ray',
  ip: '',
  host: '',
  zz_port: null,
  port: FIRST_PORT,
  public_port: null,
  desc: '',
  warp: false,
  warp_keys: '',
  open_log: false,
  ssh_port: 22,
  ssh_username: '',
  ssh_password: '',
  enabled: true,
  link_mbps: 1000,
  panel_networks: [],
  ...nodeTypePresets.v2ray,
});

/** A new node's public port also is where it listens, unless its operator typed another port there. */
export const freePreset = ({ _id, port }: NodeValues): Partial<NodeValues> =>
  _id === undefined && port === FIRST_PORT ? { port: null } : {};

/** What else changes in the node form when the type was chosen. */
export const presetsOfType = ({ type, port }: NodeValues): Partial<NodeValues> => ({
  ...(type === 'h2' && port === FIRST_PORT && { port: null }),
  ...nodeTypePresets[type],
  ...(type !== 'v2ray' && { warp: false, open_log: false }),
});

/** The form of a stored node; a copy has no id and takes over the stored SSH password. */
export const nodeValues = (node: NodeView, kind: 'edit' | 'copy'): NodeValues => ({
  ...valuesFor(NodeForm, node, kind),
  ...(kind === 'copy' && { copy_of: node._id }),
});

/** The node that a new line begins with: the one that is listed alone, or the only one there is. */
export const nodeForNewLine = (nodes: readonly NodeView[], listed: string): NodeView | undefined =>
  nodes.find(({ _id }) => _id === listed) ?? (nodes.length === 1 ? nodes[0] : undefined);

/** A new line, on a node when there is one; without entries it is direct. */
export const newLine = (node: NodeView | undefined, hasEntries = true): LineValues => {
  const line: LineValues = {
    index: 0,
    name: '',
    agentID: node?._id ?? '',
    protocol: 'vmesh_tcp',
    bridge: 'none',
    entryID: null,
    scale: 1,
    num: 1,
    public: false,
    fixName: false,
    disableForAgency: false,
    permissionRequire: null,
    bridgeAddr: '',
    ip: '',
    host: '',
    realityTarget: '',
  };
  return { ...line, ...changesForNode(line, node), ...(!hasEntries && { bridge: 'none' }) };
};

/** What else changes in the line form when the node was chosen: h2 forces protocol and bridge. */
export const changesForNode = (line: LineValues, node: NodeView | undefined): Partial<LineValues> => {
  if (!node) return {};
  const bridge = bridgeForNode(node.type);
  return {
    protocol: protocolForNode(node.type, line.protocol),
    bridge,
    ...(bridge !== 'report' && { entryID: null }),
  };
};

/** What else changes in the line form when the bridge was chosen. */
export const changesForBridge = ({ bridge }: LineValues): Partial<LineValues> => ({
  ...(bridge !== 'report' && { entryID: null }),
  ...(bridge !== 'cf_cdn' && { bridgeAddr: '' }),
});

/** How clients reach a line: the entry's name, or directly. */
export const entryOf = (line: Pick<LineView, 'bridge' | 'entryID'>, entries: readonly EntryView[]): string =>
  line.bridge === 'report'
    ? (entries.find((entry) => entry._id === line.entryID)?.name ?? lineTexts.unknownEntry)
    : lineTexts.direct;

/** Why a line stands in no document, whoever asks for one; empty when it does. */
export const absenceOf = (
  line: Pick<LineView, 'bridge' | 'entryID'>,
  node: Pick<NodeView, 'enrolled' | 'enabled'> | undefined,
  entries: readonly EntryView[],
): string => {
  const { absent } = lineTexts;
  if (!node) return '';
  if (!node.enrolled) return absent.notJoined;
  if (!node.enabled) return absent.nodeOff;
  const entry = entries.find(({ _id }) => _id === line.entryID);
  return line.bridge === 'report' && entry?.visible === false ? absent.entryHidden : '';
};

/**
 * Whether a node joined with the code that was made for it: it had not joined before, or has answered since. `since` in
 * ms since 1970.
 */
export const hasJoined = (before: { readonly node: NodeView; readonly since: number }, now: NodeView): boolean =>
  now.enrolled &&
  (!before.node.enrolled || (now.reached_at !== null && Date.parse(now.reached_at) > before.since && now.status));

/** Milliseconds as minutes and seconds, e.g. `29:05`. */
export const timeLeft = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

/** The first loopback host that a command fetches from; no other machine reaches it. */
export const loopbackIn = (command: string): string | undefined =>
  (command.match(/https?:\/\/[^\s']+/g) ?? [])
    .map((url) => (URL.canParse(url) ? new URL(url).hostname : ''))
    .find((host) => LOOPBACK.test(host));
