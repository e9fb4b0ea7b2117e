import type { LineProtocol } from '@skyport/contract/fleet';
import type { Bridge } from '@skyport/contract/nodes-rules';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';

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
export const insertLine = async (trx: Db, row: LineColumns & Pick<LineRow, 'id'>, at: Date): Promise<void> => {
  const made = await trx
    .insertInto('lines')
    .values({ ...row, created_at: at })
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

/**
 * Marks a line deleted; late reports of it are still billed. It lets go of its permission, which may
 * then be deleted too.
 */
export const removeLine = async (trx: Db, id: string, at: Date): Promise<void> => {
  await trx.updateTable('lines').set({ deleted_at: at, permission_id: null }).where('id', '=', id).execute();
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
