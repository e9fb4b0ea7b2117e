import type { ServerType } from '@skyport/contract/nodes-rules';
import type { Db } from '@skyport/db';
import { MINUTE_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { nodeChanged } from '../platform/fleet-changes.ts';
import { findNode, putEnrolment } from './store.ts';
import { linesOfNode } from './line-store.ts';

/** Associated data of the encryption of a node's SSH password: the row that it belongs to. */
export const sshContext = (nodeId: string): string => `nodes.ssh:${nodeId}`;

/** The same of a node's keys of WARP. */
export const warpContext = (nodeId: string): string => `nodes.warp:${nodeId}`;

/** What an installer needs of a node. */
export interface SshNode {
  readonly id: string;
  readonly num: number;
  readonly name: string;
  readonly address: string;
  readonly sshPort: number;
  readonly username: string;
  /** The stored password or private key in plain text, with its encrypted form; null when there is none. */
  readonly secret: { readonly plain: string; readonly encrypted: Buffer } | null;
  /** The text of the node's `warp.json`; null when no keys are stored. */
  readonly warpFile: string | null;
  readonly serverType: ServerType;
  readonly ctrlPort: number;
  /** Ports on which its lines listen. */
  readonly ports: readonly number[];
  readonly hasLines: boolean;
}

/** One node as an installer needs it; undefined when there is none. */
export const findSshNode = async (
  db: Db,
  id: string,
  { secrets }: Pick<Deps, 'secrets'>,
): Promise<SshNode | undefined> => {
  const node = await findNode(db, id);
  if (!node) return undefined;
  const lines = await linesOfNode(db, id);
  const base = node.port ?? node.public_port ?? node.zz_port;
  const encrypted = node.ssh_password_enc;
  return {
    id,
    num: node.num,
    name: node.name,
    address: node.ip || node.host,
    sshPort: node.ssh_port,
    username: node.ssh_username || 'root',
    secret: encrypted && { plain: secrets.decrypt(encrypted, sshContext(id)), encrypted },
    warpFile: node.warp_keys_enc && secrets.decrypt(node.warp_keys_enc, warpContext(id)),
    serverType: node.server_type,
    ctrlPort: node.ctrl_port,
    ports: base === null ? [] : lines.map(({ port_offset }) => base + port_offset),
    hasLines: lines.length > 0,
  };
};

const ENROLMENT_MINUTES = 30;

/** Makes a node's one-time code inside the caller's transaction; an earlier code of the node ends. */
export const openEnrolment = async (
  trx: Db,
  id: string,
  deps: Pick<Deps, 'ids' | 'clock' | 'secrets' | 'jobs'>,
): Promise<{ code: string; expires: Date }> => {
  const code = deps.ids.enrolmentCode();
  const encryptedCode = deps.secrets.encrypt(code, `node_enrolments.code:${id}`);
  const expires = new Date(deps.clock.now().getTime() + ENROLMENT_MINUTES * MINUTE_MS);
  await putEnrolment(trx, id, { encryptedCode, expires });
  await nodeChanged(trx, deps, id);
  return { code, expires };
};
