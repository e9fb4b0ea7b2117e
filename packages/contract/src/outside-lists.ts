import { z } from 'zod';
import { access, call } from './call.ts';
import { field } from './form.ts';
import type { SettingName } from './settings-table.ts';
import { Nothing } from './shapes.ts';
import { Instant } from './units.ts';

/** Lists of rules that may have more names from outside, by their ids. */
export const OutsideListId = z.enum(['cn', 'ads']);
export type OutsideListId = z.output<typeof OutsideListId>;

/** Chinese names of the lists. */
export const outsideListNames = { cn: '国内域名', ads: '广告域名' } as const satisfies Record<OutsideListId, string>;

/** The settings of each list. */
export const outsideListSettings = {
  cn: { on: 'mainland_list_on', url: 'mainland_list_url' },
  ads: { on: 'ad_list_on', url: 'ad_list_url' },
} as const satisfies Record<OutsideListId, Readonly<Record<'on' | 'url', SettingName>>>;

/**
 * Why a fetched list was refused. `address`: http, a private network or too many redirects. `large`: too many bytes or
 * names. `halved`: fewer than half of the names before. `conflicts`: names that other rules need.
 */
export const OutsideProblem = z.enum([
  'unreachable',
  'slow',
  'certificate',
  'address',
  'status',
  'large',
  'notList',
  'short',
  'halved',
  'conflicts',
]);
export type OutsideProblem = z.output<typeof OutsideProblem>;

const Count = z.number().int().nonnegative();

/** A list from outside. Figures are those of the names that are stored. */
export const OutsideList = z.object({
  list: OutsideListId,
  /** Whether documents and files use the stored names. */
  isOn: z.boolean(),
  isFetching: z.boolean(),
  /** Address that the stored names came from; empty while there are none. */
  source: z.string(),
  /** When they were taken over, and when a fetch ended last. */
  fetchedAt: Instant.nullable(),
  checkedAt: Instant.nullable(),
  /** Why the last fetch changed nothing; null after a good one. */
  problem: OutsideProblem.nullable(),
  names: Count,
  /** Of the answer that they came in. */
  bytes: Count,
  /** Rows without a name that can be used, and names that the rules need elsewhere. */
  droppedRows: Count,
  droppedNames: Count,
});
export type OutsideList = z.output<typeof OutsideList>;

const OutsideLists = z.object({ lists: z.array(OutsideList) });

/** Calls of our own: lists of names that the panel fetches from outside. */
export const outsideListCalls = {
  outsideLists: call({
    path: '/api/rules/outside_lists',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'Lists that are fetched from outside: date, size, what was dropped, and the last problem.',
    input: Nothing,
    output: OutsideLists,
    fails: [],
  }),
  fetchOutsideList: call({
    path: '/api/rules/fetch_outside_list',
    access: access.admin,
    rate: 'change',
    audit: 'rules',
    summary: 'Has a job fetch a list from outside at once; refused while the list is switched off.',
    input: z.object({ list: field('名单', OutsideListId, { choices: outsideListNames }) }),
    output: OutsideLists,
    fails: ['conflict'],
  }),
} as const;
