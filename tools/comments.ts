import { parseSync } from 'vite';
import type { Sources } from './sources.ts';

/** Characters that a line with a comment may have: what the formatter, which wraps code alone, leaves to code. */
export const LONGEST_LINE = 120;

/** An instruction to a tool stands on one line, however long its reason is. */
const INSTRUCTION = /oxlint-disable|@ts-/;

const isLong = (line: string | undefined): boolean => line !== undefined && line.length > LONGEST_LINE;

const longIn = (path: string, text: string): string[] => {
  const lines = text.split('\n');
  if (!lines.some(isLong)) return [];
  return parseSync(path, text).comments.flatMap(({ value, start }) => {
    const first = text.slice(0, start).split('\n').length;
    const parts = value.split('\n').map((part, i) => ({ part, number: first + i }));
    return parts
      .filter(({ part, number }) => isLong(lines[number - 1]) && !INSTRUCTION.test(part))
      .map(({ number }) => `${path}:${number}`);
  });
};

/** Lines with a comment that are longer than `LONGEST_LINE`. */
export const longComments = (sources: Sources): string[] => [...sources].flatMap(([path, text]) => longIn(path, text));
