import type { RowReader, Statement } from '../../platform/row-reader.ts';

const readVersion: Statement = {
  name: 'subscription.catalogue-version',
  text: `select value from versions where name = 'catalogue'`,
};

/** Version of nodes, lines, entries and settings: it grows with every change. */
export const catalogueVersion = async (reader: RowReader): Promise<number> =>
  Number((await reader.row<{ value: number }>(readVersion, []))?.value ?? 0);
