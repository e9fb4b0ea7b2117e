import type { OutsideList } from '@skyport/contract/outside-lists';
import type { SettingsChange, SettingsState } from '@skyport/contract/settings';
import { defaultSettings } from '@skyport/contract/settings-table';

/** The settings of an installation that sends mails. */
export const state: SettingsState = {
  ...defaultSettings,
  smtp_host: 'smtp.example.com',
  smtp_from: 'noreply@example.com',
  contact_info: 'Telegram @skyport_service',
  version: 7,
  secrets: ['smtp_password'],
};

/** The mainland's list in use after a failed fetch, and a list of ads that is switched off. */
export const outsideLists: readonly OutsideList[] = [
  {
    list: 'cn',
    isOn: true,
    isFetching: false,
    source: 'https://lists.example/cn.txt',
    fetchedAt: '2026-11-20T08:00:00.000Z',
    checkedAt: '2026-11-21T08:00:00.000Z',
    problem: 'halved',
    names: 98_765,
    bytes: 2_097_152,
    droppedRows: 12,
    droppedNames: 34,
  },
  {
    list: 'ads',
    isOn: false,
    isFetching: false,
    source: '',
    fetchedAt: null,
    checkedAt: null,
    problem: null,
    names: 0,
    bytes: 0,
    droppedRows: 0,
    droppedNames: 0,
  },
];

const id = (n: number): string => `01970000-0000-7000-8051-00000000000${n}`;

/** What was changed lately, newest first. */
export const changes: readonly SettingsChange[] = [
  {
    _id: id(3),
    version: 7,
    undoes: null,
    time: '2026-11-20T08:00:00.000Z',
    by: 'admin@example.com',
    changes: [
      { name: 'contact_info', before: '', after: 'Telegram @skyport_service' },
      { name: 'smtp_password', before: { secret: 'set' }, after: { secret: 'changed' } },
    ],
  },
  {
    _id: id(2),
    version: 6,
    undoes: 5,
    time: '2026-11-19T08:00:00.000Z',
    by: 'lin@example.com',
    changes: [{ name: 'signUseRewardTraffic', before: 300, after: 200 }],
  },
  {
    _id: id(1),
    version: 5,
    undoes: null,
    time: '2026-11-18T08:00:00.000Z',
    by: '',
    changes: [{ name: 'telegram_bot_token', before: { secret: 'none' }, after: { secret: 'set' } }],
  },
];
