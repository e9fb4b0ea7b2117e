import type { Writing } from '../format.ts';

/**
 * A comment that says how many lines the client does not get to see, or nothing. `mark` starts a comment in the format.
 */
export const hiddenNote = ({ hidden, switches }: Pick<Writing, 'hidden' | 'switches'>, mark = '#'): string => {
  if (hidden === 0) return '';
  const english = `${hidden} ${hidden === 1 ? 'line' : 'lines'} hidden: not supported by this client`;
  return `${mark} ${switches.useEnglish ? english : `${hidden} 条线路此客户端不支持，已隐藏`}\n`;
};
