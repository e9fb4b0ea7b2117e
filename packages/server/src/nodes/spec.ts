import type { LineProtocol, LineSpec } from '@skyport/contract/fleet';
import { borrowedName } from '@skyport/contract/nodes-rules';
import { z } from 'zod';
import type { Deps } from '../platform/deps.ts';
import { basePort, realityTarget } from './rules.ts';
import type { HiddenSecrets, ShownSecrets } from './secrets.ts';
import type { LineWithNode } from './line-store.ts';

const Hidden = z.object({ privateKey: z.string().optional(), certificate: z.string().optional() });
const Shown = z.object({
  publicKey: z.string().optional(),
  shortId: z.string().optional(),
  serverName: z.string().optional(),
  method: z.string().optional(),
  serverKey: z.string().optional(),
  path: z.string().optional(),
  pin: z.string().optional(),
  certificate: z.string().optional(),
});

/** Associated data of the encryption of a line's keys: the row that they belong to. */
const secretsContext = (lineId: string): string => `lines.secrets:${lineId}`;

/** Encrypts the hidden keys of a line. */
export const encryptSecrets = (lineId: string, hidden: HiddenSecrets, { secrets }: Pick<Deps, 'secrets'>): Buffer =>
  secrets.encrypt(JSON.stringify(hidden), secretsContext(lineId));

/** The public part of a line's keys as stored. Throws when the row was damaged. */
export const shownSecrets = (stored: unknown): ShownSecrets => Shown.parse(stored) as ShownSecrets;

const hiddenSecrets = (row: LineWithNode, { secrets }: Pick<Deps, 'secrets'>): HiddenSecrets =>
  Hidden.parse(JSON.parse(secrets.decrypt(row.secrets_enc, secretsContext(row.id)))) as HiddenSecrets;

/**
 * What the engine needs to open the line; undefined when the node has no port for it. Throws when a key that the
 * protocol needs is missing: such a row cannot be saved.
 */
export const lineSpec = (row: LineWithNode, deps: Pick<Deps, 'secrets'>): LineSpec | undefined => {
  const base = basePort({ ctrlPort: 0, port: row.port, publicPort: row.public_port, zzPort: row.zz_port });
  if (base === undefined) return undefined;
  const common = { line: row.num, port: base + row.port_offset };
  return { ...common, ...protocolPart(row, deps) } as LineSpec;
};

/** The part of a specification that depends on the protocol. */
type ProtocolPart = LineSpec extends infer Spec ? (Spec extends LineSpec ? Omit<Spec, 'line' | 'port'> : never) : never;

const protocolPart = (row: LineWithNode, deps: Pick<Deps, 'secrets'>): ProtocolPart => {
  const shown = shownSecrets(row.public_secrets);
  const need = (value: string | undefined): string => {
    if (value === undefined) throw new Error(`line ${row.num} lacks a key of ${row.protocol}`);
    return value;
  };
  const protocol: LineProtocol = row.protocol;
  switch (protocol) {
    case 'vmesh_tcp':
      return { protocol };
    case 'vmesh_ws':
      return { protocol, path: need(shown.path) };
    case 'ss':
      return { protocol, method: '2022-blake3-aes-128-gcm', serverKey: need(shown.serverKey) };
    case 'compat':
      return { protocol, method: 'aes-256-gcm' };
    case 'reality':
      return {
        protocol,
        privateKey: need(hiddenSecrets(row, deps).privateKey),
        shortIds: [need(shown.shortId)],
        serverNames: [borrowedName(lineNames(row), { host: row.node_host })],
        target: realityTarget(lineNames(row), { host: row.node_host }),
      };
    case 'h2': {
      const hidden = hiddenSecrets(row, deps);
      const serverName = need(shown.serverName);
      return { protocol, certificate: need(hidden.certificate), privateKey: need(hidden.privateKey), serverName };
    }
  }
};

/** The names of a stored line under the form's names. */
export const lineNames = (
  row: Pick<LineWithNode, 'host' | 'reality_target'>,
): { host: string; realityTarget: string } => ({
  host: row.host,
  realityTarget: row.reality_target,
});
