import type { Writing } from '../format.ts';

/**
 * A comment that says how many lines the client does not get to see, or nothing. `mark` starts a comment in the format.
 */
export const hiddenNote = ({ hidden }: Pick<Writing, 'hidden'>, mark = '#'): string =>
  hidden === 0 ? '' : `${mark} ${hidden} 条线路此客户端不支持，已隐藏\n`;
