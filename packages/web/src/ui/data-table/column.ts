import type { ReactNode } from 'react';
import { commonTexts } from '../common-texts.ts';

/** The value by which a cell is sorted, searched and exported; null sorts last and exports as nothing. */
export type CellValue = string | number | boolean | null;

/** One column of a `DataTable`. */
export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly value: (row: Row) => CellValue;
  /** What is shown; without it the value as text. */
  readonly cell?: (row: Row) => ReactNode;
  /** The value in the CSV file, where the one above would not be understood there. */
  readonly csv?: (row: Row) => CellValue;
  /** Numbers: aligned right, and not searched. */
  readonly numeric?: boolean;
  /** False where sorting makes no sense. */
  readonly sortable?: boolean;
  /** Whether the search box searches this column; by default all but numbers. */
  readonly searchable?: boolean;
  /** Not shown until chosen. */
  readonly hidden?: boolean;
  /** On phones: the heading of the card instead of a labelled line. */
  readonly heading?: boolean;
  /** On phones: stands on the card at once; the other columns do when the card is opened. Three or four a list. */
  readonly card?: boolean;
  /** Id of another column: a table that is too narrow shows this value in small print below that one. */
  readonly below?: string;
}

/** A column of the table, and those that share its cells. */
export interface SharedColumn<Row> {
  readonly column: Column<Row>;
  readonly below: readonly Column<Row>[];
}

/** The columns of a table; where they are cut, those that may share a cell do. */
export const sharedColumns = <Row>(columns: readonly Column<Row>[], cut: boolean): readonly SharedColumn<Row>[] => {
  const own = new Set(columns.filter(({ below }) => below === undefined).map(({ id }) => id));
  const isBelow = ({ below }: Column<Row>): boolean => cut && below !== undefined && own.has(below);
  return columns
    .filter((column) => !isBelow(column))
    .map((column) => ({
      column,
      below: columns.filter((other) => isBelow(other) && other.below === column.id),
    }));
};

/** A value as a person reads it. */
export const valueText = (value: CellValue): string => {
  if (value === null) return '';
  return typeof value === 'boolean' ? (value ? commonTexts.yes : commonTexts.no) : String(value);
};

/** The most columns on a card whose list does not say which. */
const CARD_COLUMNS = 4;

/** Columns of a card: its heading, the lines that stand there at once, and those that do when it is opened. */
export const cardColumns = <Row>(
  columns: readonly Column<Row>[],
): Readonly<Record<'heading' | 'lines' | 'rest', readonly Column<Row>[]>> => {
  const heading = columns.filter((column) => column.heading === true);
  const others = columns.filter((column) => column.heading !== true);
  const said = others.filter((column) => column.card === true);
  const lines = said.length > 0 ? said : others.slice(0, CARD_COLUMNS);
  return { heading, lines, rest: others.filter((column) => !lines.includes(column)) };
};

const collator = new Intl.Collator('zh-CN', { numeric: true, sensitivity: 'base' });

/** Ascending order of two values: numbers by size, text by Chinese collation with numbers inside it by size. */
export const compareValues = (a: CellValue, b: CellValue): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(valueText(a), valueText(b));
};

/** The rows in which every word of the search text occurs in some searchable column. */
export const searchRows = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  search: string,
): readonly Row[] => {
  const words = search.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  const searched = columns.filter((column) => column.searchable ?? column.numeric !== true);
  return rows.filter((row) => {
    const text = searched.map((column) => valueText(column.value(row)).toLowerCase()).join('\n');
    return words.every((word) => text.includes(word));
  });
};
