import '../ui/input-styles.ts';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

interface NewestFieldProps {
  readonly texts: { readonly newest: string; readonly unit: string; readonly label: string };
  /** How many rows may be asked for at most. */
  readonly most: number;
  readonly value: string;
  readonly isWrong: boolean;
  readonly onType: (typed: string) => void;
}

/** How many of the newest rows a list shows, as it is typed. */
export const NewestField = ({ texts, most, value, isWrong, onType }: NewestFieldProps): ReactNode => (
  <TextInput
    type="number"
    size="sm"
    min={1}
    max={most}
    w={160}
    leftSection={<span className="sp-dim sp-small">{texts.newest}</span>}
    leftSectionWidth={52}
    rightSection={<span className="sp-dim sp-small">{texts.unit}</span>}
    inputMode="numeric"
    aria-label={texts.label}
    placeholder={texts.label}
    title={texts.label}
    value={value}
    error={isWrong}
    onChange={(event) => onType(event.currentTarget.value)}
  />
);
