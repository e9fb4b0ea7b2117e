import type { LineBase } from '../model.ts';
import { slot } from '../template.ts';
import type { Slot } from '../template.ts';

/** Number of the line in a placeholder document; real lines start at 1. */
export const PLACEHOLDER_NUM = 0;
const PLACEHOLDER_PASSWORD = 'expired';

/** The slot of a line's credential, or the fixed password of the placeholder document, which is nobody's secret. */
export const secret = (line: Pick<LineBase, 'num'>, as: Slot['as'] = 'raw'): Slot | string =>
  line.num === PLACEHOLDER_NUM ? PLACEHOLDER_PASSWORD : slot(line.num, as);
