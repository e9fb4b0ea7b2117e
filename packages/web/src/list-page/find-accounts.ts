import { useDebouncedValue } from '@mantine/hooks';
import type { Input } from '@skyport/contract/call';
import { MOST_USER_IDS, type UserRow, usersCalls as calls } from '@skyport/contract/users';
import { useState } from 'react';
import { useCall } from '../api/index.ts';
import { commonTexts } from '../ui/common-texts.ts';
import type { FindChoices } from '../ui/schema-form/field-spec.ts';

/** Pause after the last key before the server is asked, in milliseconds. */
const SEARCH_MS = 250;

/** The most characters that the server searches accounts by, and the most accounts to choose from at once. */
const MOST_CHARACTERS = 64;
const MOST_ACCOUNTS = 20;

type Filter = Partial<Pick<Input<typeof calls.userlist>, 'agencies' | 'type'>>;

const none: readonly UserRow[] = [];

const byIds = (ids: readonly string[]): Input<typeof calls.userlist> => ({
  ids: ids.slice(0, MOST_USER_IDS),
  number: MOST_USER_IDS,
});

/** Addresses of accounts by their ids, and whether all that exist have come. */
export const useAccountEmails = (
  ids: readonly string[],
): { readonly emails: ReadonlyMap<string, string>; readonly isRead: boolean } => {
  const { data, isFetching, isSuccess } = useCall(calls.userlist, byIds(ids), {
    silent: true,
    enabled: ids.length > 0,
  });
  const { users = none } = data ?? {};
  return { emails: new Map(users.map(({ _id, email }) => [_id, email])), isRead: isSuccess && !isFetching };
};

/** Addresses by id of all accounts that were found so far. */
const useKnown = (): readonly [ReadonlyMap<string, string>, (found: readonly UserRow[]) => void] => {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  const learn = (found: readonly UserRow[]): void => {
    if (found.some(({ _id, email }) => known.get(_id) !== email))
      setKnown(new Map([...known, ...found.map(({ _id, email }) => [_id, email] as const)]));
  };
  return [known, learn];
};

/**
 * Finds accounts by address or id, and calls them by their addresses. Those that are kept stay among the choices; one
 * that does not exist or does not pass the filter is called `gone`.
 */
export const findAccounts = (filter: Filter, gone: string): FindChoices => {
  const useAccounts: FindChoices = (typed, kept) => {
    const [known, learn] = useKnown();
    // The input of one choice holds the address of the kept account, which is no search.
    const text = kept.some((id) => known.get(id) === typed) ? '' : typed;
    const [asked] = useDebouncedValue(text.trim().slice(0, MOST_CHARACTERS), SEARCH_MS);
    const found = useCall(
      calls.userlist,
      { ...filter, filterStr: asked, number: MOST_ACCOUNTS, sortBy: 'email', descending: false },
      { silent: true },
    );
    const unknown = kept.filter((id) => !known.has(id));
    const own = useCall(
      calls.userlist,
      { ...filter, ...byIds(unknown) },
      { silent: true, enabled: unknown.length > 0 },
    );
    const { users = none } = found.data ?? {};
    learn([...users, ...(own.data?.users ?? none)]);
    // An id names no account to a person: a placeholder until its address loads, or if there is none.
    const other = own.isSuccess && !own.isFetching ? gone : commonTexts.loading;
    const listed = users.map(({ _id, email }) => ({ value: _id, label: email }));
    const others = kept
      .filter((id) => !users.some(({ _id }) => _id === id))
      .map((id) => ({ value: id, label: known.get(id) ?? other }));
    return { choices: [...listed, ...others], failed: found.isError || own.isError };
  };
  return useAccounts;
};
