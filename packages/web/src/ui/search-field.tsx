import './input-styles.ts';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface SearchFieldProps {
  /** What is searched for. */
  readonly label: string;
  readonly value: string;
  readonly onType: (text: string) => void;
}

/** The search above a list, whether the page searches it or the server. */
export const SearchField = ({ label, value, onType }: SearchFieldProps): ReactNode => (
  <TextInput
    type="search"
    size="sm"
    miw={200}
    flex="1 1 200px"
    maw={360}
    aria-label={label}
    placeholder={label}
    leftSection={<IconSearch size={16} aria-hidden />}
    value={value}
    onChange={(event) => onType(event.currentTarget.value)}
  />
);
