import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** What to do where a list is empty, and the way there when it is another page. */
export const NextStep = ({ text, to, label }: { text: string; to?: string; label?: string }): ReactNode => (
  <>
    <Text size="sm" pt="xs">
      {text}
    </Text>
    {to !== undefined && (
      <Button component={Link} to={to} variant="light" mt="sm">
        {label}
      </Button>
    )}
  </>
);
