import type { Act, Sketch, Step, StepKind } from '../model.ts';
import { texts } from '../texts.ts';

const maker =
  (kind: StepKind, usual: readonly Act[] = []) =>
  (text: readonly string[], sketch?: Sketch, acts: readonly Act[] = usual): Step => ({
    kind,
    text,
    ...(acts.length > 0 && { acts }),
    ...(sketch && { sketch }),
  });

const manual = maker('manual', ['copy', 'qr']);

/** The steps of a guide, each with the buttons that its kind usually has: its text, a drawing, and other buttons. */
export const step = {
  download: maker('download', ['download']),
  import: maker('import', ['import']),
  /** Its first line is the one that copies the link. */
  manual: (text: readonly string[], sketch?: Sketch, acts?: readonly Act[]): Step =>
    manual([texts.copyLink, ...text], sketch, acts),
  proxy: maker('proxy'),
  pick: maker('pick'),
  extra: maker('extra'),
  trouble: maker('trouble'),
} as const;
