export { makeBackup, type BackupSource } from './make-backup.ts';
export { keyOf, readBackup } from './read-backup.ts';
export { BackupRefused } from './refused.ts';
export { restoreBackup } from './restore-backup.ts';
export { backupName, BACKUPS_FOLDER, findNewestBackup } from './newest-backup.ts';
