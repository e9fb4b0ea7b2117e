import type { LineProtocol } from '@skyport/contract/fleet';
import type { NodeTrouble } from '@skyport/contract/node-trouble';
import type { Bridge, NodeHealth, NodeType, ServerType } from '@skyport/contract/nodes';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';

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
}

const listed = (db: Db, where: ReturnType<typeof sql>) =>
  sql<ListedNode>`
    select n.*, a.health, a.troubles, a.reached_at, a.looked_at, a.speed_ms, a.state->'agent'->>'version' as agent_version,
           a.node_id is not null as enrolled
      from nodes n left join node_agents a on a.node_id = n.id
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
export const insertNode = async (trx: Db, id: string, columns: NodeColumns, at: Date): Promise<void> => {
  await trx
    .insertInto('nodes')
    .values({ id, ...columns, created_at: at })
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
export const eraseSshSecret = async (db: Db, id: string, sealed: Buffer): Promise<void> => {
  await sql`update nodes set ssh_password_enc = null where id = ${id} and ssh_password_enc = ${sealed}`.execute(db);
};

/** Adds one to a node's count of configuration pushes. */
export const addPush = async (db: Db, id: string): Promise<void> => {
  await sql`update nodes set config_pushes = config_pushes + 1 where id = ${id}`.execute(db);
};

/** Puts a new enrolment code in the place of an earlier one. */
export const putEnrolment = async (trx: Db, id: string, codeSealed: Buffer, expires: Date): Promise<void> => {
  await sql`
    insert into node_enrolments (node_id, code_enc, expires_at) values (${id}, ${codeSealed}, ${expires})
    on conflict (node_id) do update set code_enc = excluded.code_enc, expires_at = excluded.expires_at, last_error = '',
      failures = 0, certificate = null`.execute(trx);
};

/** An entry as it is stored. */
export interface EntryRow {
  readonly id: string;
  readonly position: number;
  readonly name: string;
  readonly ip: string;
  readonly ip_list: string[];
  readonly description: string;
  readonly visible: boolean;
}

const entryColumns = ['id', 'position', 'name', 'ip', 'ip_list', 'description', 'visible'] as const;

/** All entries, in the order in which they are shown. */
export const listEntries = (db: Db): Promise<EntryRow[]> =>
  db
    .selectFrom('entries')
    .select(entryColumns)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();

/** Locks an entry until the transaction ends; undefined when there is none. */
export const lockEntry = (trx: Db, id: string): Promise<EntryRow | undefined> =>
  trx
    .selectFrom('entries')
    .select(entryColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Stores a new entry. */
export const insertEntry = async (trx: Db, row: EntryRow, at: Date): Promise<void> => {
  await trx
    .insertInto('entries')
    .values({ ...row, created_at: at })
    .execute();
};

/** Saves an entry. */
export const changeEntry = async (trx: Db, { id, ...columns }: EntryRow): Promise<void> => {
  await trx.updateTable('entries').set(columns).where('id', '=', id).execute();
};

/** Marks an entry deleted. */
export const removeEntry = async (trx: Db, id: string, at: Date): Promise<void> => {
  await trx.updateTable('entries').set({ deleted_at: at }).where('id', '=', id).execute();
};

/** A line as it is stored. */
export interface LineRow {
  readonly id: string;
  readonly num: number;
  readonly position: number;
  readonly name: string;
  readonly node_id: string;
  readonly protocol: LineProtocol;
  readonly bridge: Bridge;
  readonly entry_id: string | null;
  readonly scale_ppm: number;
  readonly copies: number;
  readonly is_public: boolean;
  readonly fix_name: boolean;
  readonly disable_for_agency: boolean;
  readonly permission_id: string | null;
  readonly bridge_addr: string;
  readonly ip: string;
  readonly host: string;
  readonly reality_target: string;
  readonly port_offset: number;
  readonly secrets_enc: Buffer;
  readonly public_secrets: unknown;
  readonly msg: string;
}

/** A line with its counter. */
export interface ListedLine extends LineRow {
  readonly hot: number;
}

/** A line with what its keys and address need of its node. */
export interface LineWithNode extends LineRow {
  readonly node_host: string;
  readonly port: number | null;
  readonly public_port: number | null;
  readonly zz_port: number | null;
  readonly entry_visible: boolean | null;
}

const linesWhere = async (db: Db, where: ReturnType<typeof sql>): Promise<ListedLine[]> => {
  const { rows } = await sql<ListedLine>`
    select l.*, coalesce(h.hot, 0)::bigint as hot from lines l left join line_hot h on h.line_num = l.num
     where l.deleted_at is null and ${where} order by l.position, l.num`.execute(db);
  return rows;
};

/** All lines, in the order in which they are shown. */
export const listLines = (db: Db): Promise<ListedLine[]> => linesWhere(db, sql`true`);

/** One line, or undefined. */
export const findLine = async (db: Db, id: string): Promise<ListedLine | undefined> =>
  (await linesWhere(db, sql`l.id = ${id}`))[0];

/** The lines of a node. */
export const linesOfNode = (db: Db, nodeId: string): Promise<ListedLine[]> =>
  linesWhere(db, sql`l.node_id = ${nodeId}`);

/** Nodes whose lines go through an entry. */
export const nodesOfEntry = async (db: Db, entryId: string): Promise<string[]> => {
  const { rows } = await sql<{ node_id: string }>`
    select distinct node_id from lines where entry_id = ${entryId} and deleted_at is null order by 1`.execute(db);
  return rows.map(({ node_id }) => node_id);
};

/** Columns of a line that are decided when it is saved. */
export type LineColumns = Omit<LineRow, 'id' | 'num' | 'msg' | 'public_secrets'> & { readonly public_secrets: string };

/** Stores a new line with its counter. */
export const insertLine = async (trx: Db, id: string, columns: LineColumns, at: Date): Promise<void> => {
  const made = await trx
    .insertInto('lines')
    .values({ id, ...columns, created_at: at })
    .returning('num')
    .executeTakeFirstOrThrow();
  await trx.insertInto('line_hot').values({ line_num: made.num }).execute();
};

/** Saves a line. */
export const changeLine = async (trx: Db, id: string, columns: LineColumns): Promise<void> => {
  await trx.updateTable('lines').set(columns).where('id', '=', id).execute();
};

/** Keeps the log of a line's last test. */
export const writeLineLog = async (db: Db, id: string, msg: string): Promise<void> => {
  await db.updateTable('lines').set({ msg }).where('id', '=', id).execute();
};

/** Marks a line deleted; late reports of it are still billed. It lets go of its permission, which may then be deleted too. */
export const removeLine = async (trx: Db, id: string, at: Date): Promise<void> => {
  await trx.updateTable('lines').set({ deleted_at: at, permission_id: null }).where('id', '=', id).execute();
};

/** Tells documents and agents that nodes, lines or entries differ from before. */
export const bumpCatalogue = async (trx: Db): Promise<void> => {
  await sql`update versions set value = value + 1 where name = 'catalogue'`.execute(trx);
};

/** Lines with their nodes and entries, of all nodes or of one, deleted ones left out. */
export const linesWithNodes = async (db: Db, nodeId?: string): Promise<LineWithNode[]> => {
  const { rows } = await sql<LineWithNode>`
    select l.*, n.host as node_host, n.port, n.public_port, n.zz_port, e.visible as entry_visible
      from lines l join nodes n on n.id = l.node_id left join entries e on e.id = l.entry_id
     where l.deleted_at is null and n.deleted_at is null and (${nodeId ?? null}::uuid is null or n.id = ${nodeId ?? null}::uuid)
     order by l.num`.execute(db);
  return rows;
};
