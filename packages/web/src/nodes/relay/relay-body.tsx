import { Alert, Group, SegmentedControl, Text } from '@mantine/core';
import type { Output } from '@skyport/contract/call';
import { relayCalls as calls, type RelayPort, type RelayTool } from '@skyport/contract/relay';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../api/index.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import paper from '../../ui/paper.module.css';
import classes from './relay.module.css';
import { relayTexts as texts } from './texts.ts';

type Relay = Output<(typeof calls)['entryRelay']>;

/** What an entry must forward, and a ready configuration for each program that can. */
export default function RelayBody({ entryId }: { entryId: string }): ReactNode {
  const relay = useCall(calls.entryRelay, { id: entryId }, { silent: true });
  return (
    <div className={classes.body}>
      <Text size="sm">{texts.explain}</Text>
      <Loaded of={relay} height={320}>
        {(shown) => (shown.ports.length === 0 ? <Nothing relay={shown} /> : <Shown relay={shown} />)}
      </Loaded>
    </div>
  );
}

const Nothing = ({ relay }: { relay: Relay }): ReactNode => (
  <>
    <Problems problems={relay.problems} />
    <Text c="var(--sp-dim)">{texts.noPorts}</Text>
  </>
);

const Shown = ({ relay }: { relay: Relay }): ReactNode => {
  const [tool, setTool] = useState<RelayTool>('nftables');
  const file = relay.files.find((each) => each.tool === tool) ?? relay.files[0];
  return (
    <div className={classes.body}>
      <Problems problems={relay.problems} />
      <Ports ports={relay.ports} />
      <SegmentedControl
        aria-label={texts.tool}
        value={file?.tool ?? tool}
        onChange={(value) => setTool(value as RelayTool)}
        data={relay.files.map((each) => ({ value: each.tool, label: texts.tools[each.tool] }))}
      />
      {file && (
        <>
          <Text size="sm">{texts.about[file.tool]}</Text>
          <Problems problems={file.problems} />
          <Code label={texts.text} note={texts.path(file.path)} copy={texts.copy} text={file.text} />
          <Code label={texts.apply} note={texts.apply} copy={texts.copyApply} text={file.apply.join('\n')} />
        </>
      )}
    </div>
  );
};

const transportOf = ({ tcp, udp }: RelayPort): string => {
  if (tcp && udp) return texts.transports.both;
  return udp ? texts.transports.udp : texts.transports.tcp;
};

const Ports = ({ ports }: { ports: readonly RelayPort[] }): ReactNode => (
  <ul className={classes.ports} aria-label={texts.ports}>
    {ports.map((port) => (
      <li key={`${port.line_id} ${port.listen_port}`}>
        <span>
          {port.line_name} <span className="sp-dim">{port.node_name}</span>
        </span>
        <span>
          {texts.port(port.listen_port, port.target, port.target_port)}{' '}
          <span className="sp-dim">{transportOf(port)}</span>
        </span>
      </li>
    ))}
  </ul>
);

const Problems = ({ problems }: { problems: readonly string[] }): ReactNode =>
  problems.length > 0 && (
    <Alert color="orange" title={texts.problems}>
      {problems.map((problem) => (
        <div key={problem}>{problem}</div>
      ))}
    </Alert>
  );

const Code = ({ label, note, copy, text }: Record<'label' | 'note' | 'copy' | 'text', string>): ReactNode => (
  <div>
    <Group justify="space-between" wrap="nowrap" pb={6}>
      <Text size="sm" c="var(--sp-dim)" className={classes.note}>
        {note}
      </Text>
      <CopyButton text={text} style={{ flexShrink: 0 }}>
        {copy}
      </CopyButton>
    </Group>
    {/* It scrolls, so the keyboard must reach it. */}
    <pre className={`${paper.paper} ${classes.code}`} tabIndex={0} role="region" aria-label={label}>
      {text}
    </pre>
  </div>
);
