import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface NextStepProps {
  readonly text: string;
  /** Where it is done, when that is another page. */
  readonly way?: { readonly to: string; readonly label: string };
}

/** What to do where a list is empty, and the way there. */
export const NextStep = ({ text, way }: NextStepProps): ReactNode => (
  <>
    <Text size="sm" pt="xs">
      {text}
    </Text>
    {way && (
      <Button component={Link} to={way.to} variant="light" mt="sm">
        {way.label}
      </Button>
    )}
  </>
);
