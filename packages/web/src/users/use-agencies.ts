import { useDebouncedValue } from '@mantine/hooks';
import type { Input } from '@skyport/contract/call';
import { type UserRow, usersCalls as calls } from '@skyport/contract/users';
import { useState } from 'react';
import { useCall } from '../api/index.ts';
import { commonTexts } from '../ui/common-texts.ts';
import type { Choice, FindChoices } from '../ui/schema-form/field-spec.ts';
import { texts } from './texts.ts';

/** Pause after the last key before the server is asked, in milliseconds. */
const SEARCH_MS = 250;

/** The most characters that the server searches accounts by, and the most agencies to choose from at once. */
const MOST_CHARACTERS = 64;
const MOST_AGENCIES = 20;

const agenciesBy = (text: string): Input<typeof calls.userlist> => ({
  agencies: true,
  number: MOST_AGENCIES,
  filterStr: text.trim().slice(0, MOST_CHARACTERS),
  sortBy: 'email',
  descending: false,
});

/** Addresses by id of all agencies that were found so far. */
const useKnown = (): readonly [ReadonlyMap<string, string>, (found: readonly UserRow[]) => void] => {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  const learn = (found: readonly UserRow[]): void => {
    if (found.some(({ _id, email }) => known.get(_id) !== email))
      setKnown(new Map([...known, ...found.map(({ _id, email }) => [_id, email] as const)]));
  };
  return [known, learn];
};

const none: readonly UserRow[] = [];

/** The choices with the one that is kept. */
const withKept = (choices: readonly Choice[], value: string, label: string): readonly Choice[] => {
  const isListed = value === '' || choices.some((choice) => choice.value === value);
  return isListed ? choices : [...choices, { value, label }];
};

/**
 * Agencies found by address or id, called by their addresses. The one that is kept stays among them whatever is typed,
 * until it is known that it is none any more.
 */
export const useAgencies: FindChoices = (typed, kept) => {
  const [known, learn] = useKnown();
  // What stands there is the address of the one that is kept: whoever opens the list looks for another one.
  const [asked] = useDebouncedValue(known.get(kept) === typed ? '' : typed, SEARCH_MS);
  const found = useCall(calls.userlist, agenciesBy(asked), { silent: true });
  const isUnknown = kept !== '' && !known.has(kept);
  const own = useCall(calls.userlist, agenciesBy(kept), { silent: true, enabled: isUnknown });
  const { users = none } = found.data ?? {};
  learn([...users, ...(own.data?.users ?? none)]);
  // An id says nothing to anybody: until it is known whose it is, and where it is nobody's, words stand there.
  const label = known.get(kept) ?? (own.isSuccess && !own.isFetching ? texts.goneAgency : commonTexts.loading);
  const choices = users.map(({ _id, email }) => ({ value: _id, label: email }));
  return { choices: withKept(choices, kept, label), failed: found.isError || own.isError };
};
