import type { Settings } from '@skyport/contract/settings-table';
import { HOUR_MS, timeText } from '../platform/clock.ts';

/** The settings that say when backups are made. */
export type ScheduleSettings = Pick<Settings, 'backup_every_hours' | 'backup_hour' | 'timezone'>;

/** A backup that was not completed is begun again after this time. */
const RETRY_MS = HOUR_MS;
/** Intervals after which the newest good backup is too old. */
const STALE_INTERVALS = 2;

const hasSchedule = ({ backup_every_hours }: ScheduleSettings): boolean => backup_every_hours > 0;

/** Intervals since the first `backup_hour` of 1970 on the wall clock, with a fraction. */
const intervalsOf = (at: Date, { backup_every_hours, backup_hour, timezone }: ScheduleSettings): number => {
  const wallHours = Date.parse(`${timeText(at, timezone).replace(' ', 'T')}Z`) / HOUR_MS;
  return (wallHours - backup_hour) / backup_every_hours;
};

const slotOf = (at: Date, settings: ScheduleSettings): number => Math.floor(intervalsOf(at, settings));

/** When backups began; null for none. */
export interface LastBackups {
  /** The newest good one. */
  readonly good: Date | null;
  /** The newest one, good or not. */
  readonly any: Date | null;
}

/** Whether a backup is due: none is good since the schedule's last time, and none was tried within the hour. */
export const isDue = (settings: ScheduleSettings, last: LastBackups, now: Date): boolean => {
  if (!hasSchedule(settings)) return false;
  const slot = slotOf(now, settings);
  if (last.good !== null && slotOf(last.good, settings) >= slot) return false;
  return last.any === null || now.getTime() - last.any.getTime() >= RETRY_MS || slotOf(last.any, settings) < slot;
};

/** When the next backup begins; null without a schedule. */
export const nextBackupAt = (settings: ScheduleSettings, last: LastBackups, now: Date): Date | null => {
  if (!hasSchedule(settings)) return null;
  if (isDue(settings, last, now)) return now;
  const slot = slotOf(now, settings);
  if (last.any !== null && (last.good === null || slotOf(last.good, settings) < slot))
    return new Date(last.any.getTime() + RETRY_MS);
  const left = (slot + 1 - intervalsOf(now, settings)) * settings.backup_every_hours * HOUR_MS;
  return new Date(now.getTime() + Math.round(left));
};

/** Whether the newest good backup, or the begin of the schedule if that is later, is older than two intervals. */
export const isStale = (
  settings: ScheduleSettings,
  { good, watchedFrom }: { readonly good: Date | null; readonly watchedFrom: Date | null },
  now: Date,
): boolean => {
  if (!hasSchedule(settings) || watchedFrom === null) return false;
  const from = Math.max(good?.getTime() ?? 0, watchedFrom.getTime());
  return now.getTime() - from > STALE_INTERVALS * settings.backup_every_hours * HOUR_MS;
};
