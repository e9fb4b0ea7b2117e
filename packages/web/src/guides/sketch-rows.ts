import type { Sketch, SketchRow } from './model.ts';

/** A line with something at its end. */
export const row = (label: string, value?: string): SketchRow => ({
  kind: 'row',
  label,
  ...(value !== undefined && { value }),
});
export const toggle = (label: string, on = true): SketchRow => ({ kind: 'switch', label, on });
export const field = (label: string, value: string): SketchRow => ({ kind: 'field', label, value });
export const button = (label: string): SketchRow => ({ kind: 'button', label });
/** Marks the place to press; numbers say in which order. */
export const tap = (place: SketchRow, order = 1): SketchRow => ({ ...place, tap: order });

const node = (label: string, ms: number, chosen = false): SketchRow => ({ kind: 'node', label, ms, chosen });

/** Nodes with their latencies, the fast one chosen. */
export const nodeRows: readonly SketchRow[] = [node('香港 01', 46, true), node('日本 02', 88), node('美国 03', 172)];

/** The same with the node to press marked as the `order`th place. */
export const nodeRowsTapped = (order: number): readonly SketchRow[] =>
  nodeRows.map((line, at) => (at === 0 ? tap(line, order) : line));

/** Draws one window of a client: which of its pages is open (undefined where it has none), and what stands there. */
export type Draw = (page: string | undefined, ...rows: readonly SketchRow[]) => Sketch;

/** Makes drawings of one client: its frame, title and pages are always the same. */
export const sketcher =
  (base: Omit<Sketch, 'rows' | 'page'>): Draw =>
  (page, ...rows) => ({
    ...base,
    ...(page !== undefined && { page }),
    rows,
  });
