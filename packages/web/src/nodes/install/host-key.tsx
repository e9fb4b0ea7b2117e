import '../../ui/input-styles.ts';
import '@mantine/core/styles/Checkbox.css';
import { Alert, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { Fingerprint, installCalls as calls, type InstallView } from '@skyport/contract/install';
import { nodesCalls } from '@skyport/contract/nodes';
import { type ReactNode, useState } from 'react';
import { BusyButton } from '../../ui/busy-button.tsx';
import { useChange } from '../../api/index.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import classes from '../nodes.module.css';
import { isBusy } from './rules.ts';
import { hostKeyTexts as texts } from './host-key-texts.ts';

const useApproval = (id: string) => {
  const { run, busy } = useChange(calls.approveHostKey, {
    done: texts.approvedToast,
    failed: { prefix: texts.failed },
    invalidates: [calls.states, calls.log, nodesCalls.list],
  });
  return { approve: async (fingerprint: string) => run({ id, fingerprint }), busy };
};

/**
 * A fingerprint that waits for an admin, with what it is for and what it means when it differs from the approved one.
 */
export const HostKeyQuestion = ({ install }: { install: InstallView }): ReactNode => {
  const [compared, setCompared] = useState(false);
  const { approve, busy } = useApproval(install._id);
  const isChanged = install.host_key !== '';
  return (
    <Alert color={isChanged ? 'red' : 'orange'} title={isChanged ? texts.changedTitle : texts.title}>
      <div className="sp-stack">
        <Text size="sm">{isChanged ? texts.changed : texts.explain}</Text>
        <Text size="sm">{texts.how}</Text>
        <div className={classes.code} aria-label={texts.commandLabel}>
          {texts.command}
        </div>
        {isChanged && <Key label={texts.approved} value={install.host_key} />}
        <Key label={texts.seen} value={install.seen_host_key} />
        <Checkbox
          label={texts.compared}
          checked={compared}
          onChange={(event) => setCompared(event.currentTarget.checked)}
        />
        <Group gap="xs">
          <BusyButton
            color={isChanged ? 'red' : 'indigo'}
            disabled={!compared}
            busy={busy}
            onClick={() => void approve(install.seen_host_key)}
          >
            {isChanged ? texts.approveChanged : texts.approve}
          </BusyButton>
          <CopyButton text={texts.command}>{texts.copyCommand}</CopyButton>
        </Group>
      </div>
    </Alert>
  );
};

const Key = ({ label, value }: { label: string; value: string }): ReactNode => (
  <div>
    <Text size="sm" c="var(--sp-dim)">
      {label}
    </Text>
    <div className={classes.code} aria-label={label}>
      {value}
    </div>
  </div>
);

/** A field for a fingerprint known before the first contact; nothing once one is approved. */
export const HostKeyAhead = ({ install }: { install: InstallView }): ReactNode => {
  const [typed, setTyped] = useState('');
  const { approve, busy } = useApproval(install._id);
  if (install.host_key !== '') return <Key label={texts.approved} value={install.host_key} />;
  const checked = Fingerprint.safeParse(typed.trim());
  const complaint = typed === '' || checked.success ? undefined : checked.error.issues[0]?.message;
  return (
    <form
      className="sp-stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (checked.success) void approve(checked.data);
      }}
    >
      <TextInput
        label={texts.ahead}
        description={texts.aheadHelp}
        value={typed}
        error={complaint}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Group>
        <BusyButton type="submit" variant="default" disabled={!checked.success || isBusy(install)} busy={busy}>
          {texts.save}
        </BusyButton>
      </Group>
    </form>
  );
};
