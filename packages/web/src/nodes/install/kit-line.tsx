import { Alert, Text } from '@mantine/core';
import { installCalls as calls } from '@skyport/contract/install';
import type { ReactNode } from 'react';
import { useCall } from '../../api/index.ts';
import { kitParts } from './rules.ts';
import { kitTexts as texts } from './texts.ts';

/** How often an incomplete kit is read again: its operator makes it in another window. */
const MAKING_MS = 5000;

const useKit = (options: { refetchEvery?: number } = {}) => useCall(calls.kit, {}, { silent: true, ...options }).data;

/** Missing and damaged parts of the kit, named before anybody begins an install; nothing when it is whole. */
export const KitProblems = (): ReactNode => {
  const kit = useKit();
  return kit && kit.problems.length > 0 ? <IncompleteKit /> : null;
};

const IncompleteKit = (): ReactNode => {
  const kit = useKit({ refetchEvery: MAKING_MS });
  if (!kit) return null;
  return (
    <Alert color={kit.ready ? 'orange' : 'red'} title={texts.missingTitle} mb="sm">
      {kit.problems.map((problem) => (
        <div key={problem}>{problem}</div>
      ))}
      {kit.ready ? texts.partly : texts.notReady}
    </Alert>
  );
};

/** What nodes are installed from, in one line. */
export const KitVersions = (): ReactNode => {
  const parts = kitParts(useKit()?.files ?? []);
  return parts.length === 0 ? null : (
    <Text size="sm" c="var(--sp-dim)" pt="sm">
      {texts.title}：{parts.join('、')}
    </Text>
  );
};
