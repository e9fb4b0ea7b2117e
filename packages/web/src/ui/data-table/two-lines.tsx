import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A table cell: a value with a smaller line below it, unless that is empty. */
export const twoLines = (first: ReactNode, second: string): ReactNode => (
  <>
    {first}
    {second !== '' && (
      <Text size="xs" c="dimmed">
        {second}
      </Text>
    )}
  </>
);
