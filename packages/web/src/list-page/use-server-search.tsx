import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { SearchField } from '../ui/search-field.tsx';
import { PAUSE_MS, searchText } from './search-text.ts';
import { useFind } from './use-find.ts';

/** What a list is searched for at the server, begun by `?find=` in the address, and the field in which it is typed. */
export const useServerSearch = (label: string): { readonly filterStr: string; readonly field: ReactNode } => {
  const find = useFind();
  const [found, setFound] = useState(find);
  const [typed, setTyped] = useState(find);
  if (find !== found) {
    setFound(find);
    setTyped(find);
  }
  const [debounced] = useDebouncedValue(typed, PAUSE_MS);
  return {
    filterStr: searchText(debounced),
    field: <SearchField label={label} value={typed} onType={setTyped} />,
  };
};
