/** A backup that is not restored; the message is one sentence for the operator. */
export class BackupRefused extends Error {}

/** Refuses a backup with one sentence. */
export const refuseBackup = (sentence: string): never => {
  throw new BackupRefused(sentence);
};

/** Refuses bytes that are not those that were written. */
export const refuseDamaged = (detail: string): never =>
  refuseBackup(`The backup is damaged: ${detail}. Nothing was changed; take another copy or an older backup.`);
