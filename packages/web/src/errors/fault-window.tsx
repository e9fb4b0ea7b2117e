import { Group, Stack, Text } from '@mantine/core';
import type { Fault } from '@skyport/contract/errors';
import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dated } from '../ui/dated.tsx';
import { shopTime } from '../ui/shop-time.ts';
import paper from '../ui/paper.module.css';
import { Window } from '../ui/window.tsx';
import { texts } from './texts.ts';

interface FaultWindowProps {
  /** The fault that is shown; undefined for none. */
  readonly fault: Fault | undefined;
  readonly onClose: () => void;
}

/** One fault whole: what it says, where and how often it happened, and the newest stack. */
export const FaultWindow = ({ fault, onClose }: FaultWindowProps): ReactNode => (
  <Window opened={fault !== undefined} onClose={onClose} title={fault?.name ?? ''} size="xl">
    {fault && <FaultBody fault={fault} />}
  </Window>
);

const FaultBody = ({ fault }: { readonly fault: Fault }) => {
  const { msg, call, count, firstTime, createTime, stack, name } = fault;
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600}>
        {msg}
      </Text>
      <Group justify="space-between">
        <Text size="sm" c="var(--sp-dim)">
          {call} · <Dated text={texts.times(count, shopTime(firstTime), shopTime(createTime))} />
        </Text>
        <CopyButton text={`${name}: ${msg}\n${stack}`} size="sm">
          {texts.copy}
        </CopyButton>
      </Group>
      {/* It scrolls, so the keyboard must reach it. */}
      <pre className={paper.paper} tabIndex={0} role="region" aria-label={texts.stack}>
        {stack || texts.noStack}
      </pre>
    </Stack>
  );
};
