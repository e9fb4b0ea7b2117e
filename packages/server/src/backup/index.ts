export { decryptFile, isEncrypted } from './encrypted-file.ts';
export { backupName, folderOfBackups } from './folder.ts';
export { backupJobs } from './jobs.ts';
export { readBackupFigures, type BackupFigures } from './list-store.ts';
export { makeBackup, type BackupSource } from './make-backup.ts';
export { keyOf, readBackup } from './read-backup.ts';
export { BackupRefused } from './refused.ts';
export { restoreBackup } from './restore-backup.ts';
