import type { FieldProblem } from '@skyport/contract/field-refusal';
import { NodeForm, type nodesCalls, type NodeView } from '@skyport/contract/nodes';
import { borrowedName, lineNodeProblem } from '@skyport/contract/nodes-rules';
import { readWarpText } from '@skyport/contract/warp-keys';
import { inTransaction, type Db } from '@skyport/db';
import { checkAsShown } from '../platform/as-shown.ts';
import type { Deps, Handler } from '../platform/deps.ts';
import { nodeChanged } from '../platform/fleet-changes.ts';
import { madeBefore } from '../platform/made-once.ts';
import { refuse, refuseField } from '../platform/refuse.ts';
import { presentNode } from './present.ts';
import { countryCode, nodeAddressProblem, offsetProblem, sshPlace } from './rules.ts';
import { lineNames } from './spec.ts';
import { sshContext, warpContext } from './ssh.ts';
import {
  bumpCatalogue,
  changeNode,
  findNode,
  insertNode,
  type ListedNode,
  lockNode,
  type NodeColumns,
  type NodeRow,
} from './store.ts';
import { linesOfNode, type ListedLine } from './line-store.ts';

/**
 * The password to store: the one that was typed, else the stored one, else that of the node that was copied. What is
 * stored goes with its address: another address could be somebody's who only waits to be told a password.
 */
const sshPassword = async (
  trx: Db,
  want: { form: NodeForm; id: string; stored: NodeRow | undefined },
  { secrets }: Deps,
): Promise<Buffer | null> => {
  const { form, id, stored } = want;
  if (form.ssh_password !== '') return secrets.encrypt(form.ssh_password, sshContext(id));
  const source = stored ?? (form.copy_of === undefined ? undefined : await findNode(trx, form.copy_of));
  if (!source?.ssh_password_enc || sshPlace(source) !== sshPlace(form)) return null;
  if (stored) return stored.ssh_password_enc;
  return secrets.encrypt(secrets.decrypt(source.ssh_password_enc, sshContext(source.id)), sshContext(id));
};

const BAD_KEYS = { field: 'warp_keys', message: 'WARP 密钥：不是完整的 WireGuard 配置' };
const NO_COUNTRY = { field: 'country', message: '国家：没有这个国家' };

/** The keys of WARP to store: those that were typed, in the form of the node's own file, else the stored ones. */
const warpKeys = (
  { form, id, stored }: { form: NodeForm; id: string; stored: NodeRow | undefined },
  { secrets }: Deps,
): Buffer | null => {
  if (form.warp_keys === '') return stored?.warp_keys_enc ?? null;
  const keys = readWarpText(form.warp_keys) ?? refuseField(BAD_KEYS);
  return secrets.encrypt(JSON.stringify(keys), warpContext(id));
};

/** What of a node is stored encrypted. */
interface EncryptedSecrets {
  readonly password: Buffer | null;
  readonly warp: Buffer | null;
}

const columnsOf = (form: NodeForm, country: string, { password, warp }: EncryptedSecrets): NodeColumns => ({
  position: form.index,
  name: form.name,
  country,
  type: form.type,
  ip: form.ip,
  host: form.host,
  ctrl_port: form.ctrl_port,
  zz_port: form.zz_port,
  port: form.port,
  public_port: form.public_port,
  description: form.desc,
  warp: form.warp,
  warp_keys_enc: warp,
  open_log: form.open_log,
  server_type: form.serverType,
  ssh_port: form.ssh_port,
  ssh_username: form.ssh_username,
  ssh_password_enc: password,
  link_mbps: form.link_mbps,
  enabled: form.enabled,
  panel_networks: form.panel_networks,
});

/** Why a line that stands on the node already could not go on after the change; undefined when it can. */
const strandedLine = (form: NodeForm, line: ListedLine): FieldProblem<keyof NodeForm> | undefined => {
  const problem = strandedBy(form, line);
  return problem && { ...problem, message: `线路“${line.name}”：${problem.message}` };
};

const strandedBy = (form: NodeForm, line: ListedLine): FieldProblem<keyof NodeForm> | undefined => {
  const ports = { ctrlPort: form.ctrl_port, port: form.port, publicPort: form.public_port, zzPort: form.zz_port };
  const wrongProtocol = lineNodeProblem(form.type, line.protocol);
  if (wrongProtocol) return { field: 'type', message: wrongProtocol.message };
  const wrongPort = offsetProblem(ports, line.port_offset);
  if (wrongPort) return { field: 'port', message: wrongPort };
  if (line.bridge === 'report' && form.zz_port === null)
    return { field: 'zz_port', message: '它经过入口，需要中转端口' };
  if (line.protocol === 'reality' && !borrowedName(lineNames(line), form))
    return { field: 'host', message: '它需要节点的域名' };
  return undefined;
};

/** What the panel dials, and how much of what it hears there it believes. */
const trusted = ({ ip, host, ctrl_port, link_mbps }: NodeRow | NodeForm): string =>
  `${ip || host} ${ctrl_port} ${link_mbps}`;

/** Whether a change lets somebody else answer as the node, or bill more than before. */
const isMoved = (stored: NodeRow, form: NodeForm): boolean => trusted(stored) !== trusted(form);

const viewOf = (row: ListedNode | undefined, { clock, settings }: Deps): NodeView =>
  presentNode(row ?? refuse('notFound'), { now: clock.now(), settings: settings.current() });

/**
 * Refuses when a node that is to be saved is gone, or no longer what the admin was shown. A secret counts only where
 * another one that was typed meanwhile would be replaced.
 */
const checkNode = (stored: ListedNode | undefined, form: NodeForm, deps: Deps): void => {
  const now = viewOf(stored, deps);
  const replaces = (typed: string, mark: string): boolean => typed !== '' && mark !== '';
  const shown = form.shown && {
    ...form.shown,
    ...(!replaces(form.ssh_password, now.ssh_password_mark) && { ssh_password_mark: now.ssh_password_mark }),
    ...(!replaces(form.warp_keys, now.warp_keys_mark) && { warp_keys_mark: now.warp_keys_mark }),
  };
  checkAsShown(NodeForm, { noun: '节点', shown, now });
};

/** Creates or saves a node; the node itself hears of it later. */
export const saveNode: Handler<(typeof nodesCalls)['update']> = async (form, context, deps) => {
  const { audited, caller, requireStepUp } = context;
  const country = countryCode(form.country) ?? refuseField(NO_COUNTRY);
  const problem = deps.env.ALLOW_PRIVATE_NETWORKS ? undefined : nodeAddressProblem(form);
  if (problem) refuseField(problem);
  const before = form._id === undefined ? undefined : await findNode(deps.db, form._id);
  // Before the step-up: whoever was overtaken may not have moved the node at all.
  if (form._id !== undefined) checkNode(before, form, deps);
  if (before && isMoved(before, form)) await requireStepUp();
  const id = form._id ?? deps.ids.next();
  const saved = await inTransaction(deps.db, async (trx) => {
    const made = await madeBefore(trx, { caller, audited, deps }, { kind: 'node', form, id });
    if (made !== undefined) return findNode(trx, made);
    const stored = form._id === undefined ? undefined : ((await lockNode(trx, id)) ?? refuse('notFound'));
    if (stored && form.shown) checkNode(await findNode(trx, id), form, deps);
    const stranded = stored && (await linesOfNode(trx, id)).map((line) => strandedLine(form, line)).find(Boolean);
    if (stranded) refuseField(stranded, 'conflict');
    const want = { form, id, stored };
    const secrets = { password: await sshPassword(trx, want, deps), warp: warpKeys(want, deps) };
    const columns = columnsOf(form, country, secrets);
    const onChange = async (): Promise<void> => {
      await bumpCatalogue(trx);
      await nodeChanged(trx, deps, id);
    };
    await audited(trx, { ids: [id], onChange }, () =>
      stored ? changeNode(trx, id, columns) : insertNode(trx, { id, ...columns }, deps.clock.now()),
    );
    return findNode(trx, id);
  });
  return viewOf(saved, deps);
};
