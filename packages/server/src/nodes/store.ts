import type { JoinProblem } from '@skyport/contract/join-problem';
import type { NodeTrouble, NodeHealth } from '@skyport/contract/node-trouble';
import type { NodeType, ServerType } from '@skyport/contract/nodes-rules';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { bumpVersions } from '../platform/versions-store.ts';

/** A node as it is stored. */
export interface NodeRow {
  readonly id: string;
  readonly num: number;
  readonly position: number;
  readonly name: string;
  readonly country: string;
  readonly type: NodeType;
  readonly ip: string;
  readonly host: string;
  readonly ctrl_port: number;
  readonly zz_port: number | null;
  readonly port: number | null;
  readonly public_port: number | null;
  readonly description: string;
  readonly warp: boolean;
  readonly warp_keys_enc: Buffer | null;
  readonly open_log: boolean;
  readonly server_type: ServerType;
  readonly ssh_port: number;
  readonly ssh_username: string;
  readonly ssh_password_enc: Buffer | null;
  readonly link_mbps: number;
  readonly enabled: boolean;
  readonly panel_networks: string[];
  readonly config_pushes: number;
}

/** A node with what its agent last said. */
export interface ListedNode extends NodeRow {
  readonly health: NodeHealth | null;
  readonly troubles: readonly NodeTrouble[] | null;
  readonly reached_at: Date | null;
  readonly looked_at: Date | null;
  readonly speed_ms: number | null;
  readonly agent_version: string | null;
  readonly enrolled: boolean;
  readonly join_problem: JoinProblem | null;
}

const listed = (db: Db, where: ReturnType<typeof sql>) =>
  sql<ListedNode>`
    select n.*, a.health, a.troubles, a.reached_at, a.looked_at, a.speed_ms, a.state->'agent'->>'version' as agent_version,
           a.node_id is not null as enrolled, e.problem as join_problem
      from nodes n left join node_agents a on a.node_id = n.id left join node_enrolments e on e.node_id = n.id
     where n.deleted_at is null and ${where}
     order by n.position, n.num`.execute(db);

/** All nodes, in the order in which they are shown. */
export const listNodes = async (db: Db): Promise<ListedNode[]> => (await listed(db, sql`true`)).rows;

/** Ids of all nodes, in the order in which they are shown. */
export const listNodeIds = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from nodes where deleted_at is null order by position, num`.execute(db);
  return rows.map(({ id }) => id);
};

/** One node, or undefined. */
export const findNode = async (db: Db, id: string): Promise<ListedNode | undefined> =>
  (await listed(db, sql`n.id = ${id}`)).rows[0];

/** Locks a node against other changes until the transaction ends; undefined when there is none. */
export const lockNode = async (trx: Db, id: string): Promise<NodeRow | undefined> => {
  const { rows } = await sql<NodeRow>`
    select * from nodes where id = ${id} and deleted_at is null for no key update`.execute(trx);
  return rows[0];
};

/** Columns of a node that its form decides. */
export type NodeColumns = Omit<NodeRow, 'id' | 'num' | 'config_pushes'>;

/** Stores a new node. */
export const insertNode = async (trx: Db, row: NodeColumns & Pick<NodeRow, 'id'>, at: Date): Promise<void> => {
  await trx
    .insertInto('nodes')
    .values({ ...row, created_at: at })
    .execute();
};

/** Saves a node. */
export const changeNode = async (trx: Db, id: string, columns: NodeColumns): Promise<void> => {
  await trx.updateTable('nodes').set(columns).where('id', '=', id).execute();
};

/** Marks a node deleted and ends its enrolment code; what it reported stays. */
export const removeNode = async (trx: Db, id: string, at: Date): Promise<void> => {
  await trx.updateTable('nodes').set({ deleted_at: at }).where('id', '=', id).execute();
  await trx.deleteFrom('node_enrolments').where('node_id', '=', id).execute();
};

/** Erases a node's stored SSH password, unless another one was typed in the meantime. */
export const eraseSshSecret = async (db: Db, id: string, encrypted: Buffer): Promise<void> => {
  await sql`update nodes set ssh_password_enc = null where id = ${id} and ssh_password_enc = ${encrypted}`.execute(db);
};

/** Adds one to a node's count of configuration pushes. */
export const addPush = async (db: Db, id: string): Promise<void> => {
  await sql`update nodes set config_pushes = config_pushes + 1 where id = ${id}`.execute(db);
};

/** Puts a new enrolment code in the place of an earlier one. */
export const putEnrolment = async (
  trx: Db,
  id: string,
  { encryptedCode, expires }: { readonly encryptedCode: Buffer; readonly expires: Date },
): Promise<void> => {
  await sql`
    insert into node_enrolments (node_id, code_enc, expires_at) values (${id}, ${encryptedCode}, ${expires})
    on conflict (node_id) do update set code_enc = excluded.code_enc, expires_at = excluded.expires_at, problem = null,
      failures = 0, certificate = null`.execute(trx);
};

/** Tells documents and agents that nodes, lines or entries differ from before. */
export const bumpCatalogue = async (trx: Db): Promise<void> => {
  await bumpVersions(trx, 'catalogue');
};
