import type { Group } from '../rules/plan.ts';

/** Icons by ids of the default rules and of own groups: files of `packages/web/public/icons`. */
const BY_ID: ReadonlyMap<string, string> = new Map([
  ['ai', 'chip'],
  ['ai-auto', 'chip'],
  ['media', 'media'],
  ['netflix', 'film'],
  ['youtube', 'screen'],
  ['tiktok', 'phone'],
  ['bilibili', 'comment'],
  ['telegram', 'chat'],
  ['games', 'games'],
  ['apple', 'laptop'],
  ['microsoft', 'window'],
  ['home', 'home'],
  ['cn', 'direct'],
  ['ads', 'block'],
  ['final', 'others'],
  ...['hk', 'tw', 'jp', 'sg', 'us', 'kr', 'eu'].map((id): [string, string] => [id, 'region']),
  ['other', 'world'],
  ['.console', 'world'],
  ['.link', 'link'],
]);

/** Icons of the other groups. */
const BY_TYPE: Readonly<Record<Group['type'], string>> = {
  select: 'select',
  'url-test': 'auto',
  fallback: 'fallback',
  'load-balance': 'balance',
};

/** Name of the file of a group's icon, without its ending. */
export const groupIcon = ({ id, type }: Pick<Group, 'id' | 'type'>): string => BY_ID.get(id) ?? BY_TYPE[type];
