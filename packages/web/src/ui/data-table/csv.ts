import { CSV_MARK, csvLine } from '@skyport/contract/csv';
import type { Column } from './column.ts';

/** A CSV file of the rows; it begins with the mark by which spreadsheets know UTF-8. */
export const csvOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string => {
  const head = csvLine(columns.map((column) => column.title));
  const body = rows.map((row) => csvLine(columns.map((column) => (column.csv ?? column.value)(row))));
  return [CSV_MARK + head, ...body].join('');
};
