import type { SettingRow } from './settings-table.ts';

/** Schedule and retention of backups. */
export const backupSettings = {
  backup_every_hours: {
    kind: 'number',
    section: 'backup',
    label: '自动备份间隔',
    default: 0,
    min: 0,
    max: 720,
    unit: '小时',
    whole: true,
    help: '0 表示不自动备份；最近一份完好的备份超过两个间隔时告警',
  },
  backup_hour: {
    kind: 'number',
    section: 'backup',
    label: '自动备份时刻',
    default: 4,
    min: 0,
    max: 23,
    unit: '点',
    whole: true,
    help: '间隔从这一时刻算起（站点时区），建议选择访问最少的时候',
  },
  backup_keep: {
    kind: 'number',
    section: 'backup',
    label: '备份保留份数',
    default: 7,
    min: 1,
    max: 365,
    unit: '份',
    whole: true,
    help: '只计完好的备份，更早的会被删除；最近一份完好的备份始终保留',
  },
  backup_s3: {
    kind: 'flag',
    section: 'backup',
    label: '备份复制到对象存储',
    default: false,
    help: '使用“文件存储”中填写的对象存储，存入 backups 目录；备份与数据库同样机密，存储桶不得公开；设有 BACKUP_PASSPHRASE 时先加密',
  },
  backup_try_restore: {
    kind: 'flag',
    section: 'backup',
    label: '每天试恢复备份',
    default: true,
    help: '自动备份后恢复到临时数据库并核对账目，每天一次；需要与数据库相当的磁盘空间，不影响正在使用的数据',
  },
} as const satisfies Record<string, SettingRow>;
