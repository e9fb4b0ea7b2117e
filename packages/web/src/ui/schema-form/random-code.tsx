import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { randomCode } from '../../device/random.ts';
import { texts } from './texts.ts';

/** The button beside a field for a code, that fills in one by chance. */
export const randomCodeBeside = (put: (code: string) => void): ReactNode => (
  <Button variant="default" onClick={() => put(randomCode())}>
    {texts.random}
  </Button>
);
