import { changedSince, type ChangedRecord, shownSchema } from '@skyport/contract/changed-fields';
import type { z } from 'zod';
import { refuse } from './refuse.ts';

/** A record that staff want to save: what it is called, what its form was opened with, and how it is now. */
interface SavedRecord {
  readonly noun: string;
  readonly shown: object | undefined;
  readonly now: object;
  /** Who may have changed it, if not only admins can. */
  readonly others?: string;
}

/**
 * Refuses to save a record that is no longer what its form was opened with: says what differs, and carries the record
 * as it is now. A save that does not say what was shown is not measured.
 */
export const checkAsShown = (form: z.ZodObject, { noun, shown, now, others = '其他管理员' }: SavedRecord): void => {
  const schema = shownSchema(form);
  if (!schema) return;
  const labels = changedSince(schema.shape, { shown: shown && { ...shown }, now: { ...now } }).map(
    ({ label }) => label,
  );
  if (labels.length > 0)
    refuse('conflict', `${noun}已被${others}修改：${labels.join('、')}`, { now: { ...now } } satisfies ChangedRecord);
};
