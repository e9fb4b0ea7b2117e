import '../../ui/input-styles.ts';
import '@mantine/core/styles/Checkbox.css';
import { Checkbox, Text } from '@mantine/core';
import type { InstallView } from '@skyport/contract/install';
import type { NodeView } from '@skyport/contract/nodes';
import { type ReactNode, useState } from 'react';
import type { Question } from '../../ui/confirm.tsx';
import type { RowAction } from '../../ui/data-table/row-actions.tsx';
import { InstallWindow } from './install-window.tsx';
import { hasLog, isBusy } from './rules.ts';
import { installTexts as texts } from './texts.ts';
import { type InstallChanges, useInstallChanges } from './use-installs.ts';

interface Parts {
  readonly nodes: readonly NodeView[];
  readonly installs: ReadonlyMap<string, InstallView>;
  readonly ask: (question: Question) => void;
  /** Opens the form of a node. */
  readonly edit: (node: NodeView) => void;
}

/** Work on nodes over SSH: the actions of a row, the upgrade of several, and the window in which it is watched. */
export interface InstallWork {
  readonly actionsOf: (node: NodeView) => readonly RowAction[];
  readonly upgradeMany: (ids: ReadonlySet<string>) => void;
  readonly window: ReactNode;
}

/** Offers the work on nodes over SSH; each piece asks first, and its window opens once it was accepted. */
export const useInstallWork = ({ nodes, installs, ask, edit }: Parts): InstallWork => {
  const [watched, setWatched] = useState<readonly string[]>([]);
  const changes = useInstallChanges();
  const watching =
    (ids: readonly string[]) =>
    async (accepted: Promise<unknown>): Promise<void> => {
      if ((await accepted) !== undefined) setWatched(ids);
    };
  const doing: Doing = { ask, edit, changes, watching, watch: (id) => setWatched([id]) };
  const upgradeMany = (ids: ReadonlySet<string>): void => {
    const chosen = nodes.filter(({ _id }) => ids.has(_id));
    const [first] = chosen;
    if (!first) return;
    if (chosen.length === 1) return askUpgrade(first, installs.get(first._id), doing);
    const inOrder = chosen.map(({ _id }) => _id);
    ask({
      title: texts.upgradeTitle,
      text: texts.upgradeManyText(chosen.length, first.name),
      confirm: texts.upgrade,
      harmless: true,
      run: () => watching(inOrder)(changes.upgrade.run({ ids: inOrder })),
    });
  };
  const window = (
    <InstallWindow
      opened={watched.length > 0}
      installs={watched.flatMap((id) => installs.get(id) ?? [])}
      nameOf={(id) => nodes.find(({ _id }) => _id === id)?.name ?? id}
      onRepeat={(install) => void repeat(install, changes)}
      onClose={() => setWatched([])}
    />
  );
  return { actionsOf: (node) => actionsOf(node, installs.get(node._id), doing), upgradeMany, window };
};

interface Doing extends Pick<Parts, 'ask' | 'edit'> {
  readonly changes: InstallChanges;
  /** Opens the window for these nodes once the work was accepted. */
  readonly watching: (ids: readonly string[]) => (accepted: Promise<unknown>) => Promise<void>;
  readonly watch: (id: string) => void;
}

/** A removal that is repeated keeps the usage journal: deleting it is asked for each time. */
const repeat = async ({ _id, action }: InstallView, { upgrade, rollback, remove }: InstallChanges): Promise<unknown> =>
  ({
    upgrade: async () => upgrade.run({ _id }),
    rollback: async () => rollback.run({ id: _id }),
    remove: async () => remove.run({ id: _id }),
  })[action]();

const isInstalled = (node: NodeView, install: InstallView | undefined): boolean =>
  node.enrolled || (install !== undefined && install.version !== '');

const actionsOf = (node: NodeView, install: InstallView | undefined, doing: Doing): readonly RowAction[] => {
  const { _id: id, name } = node;
  const { ask, changes, watching, watch } = doing;
  const busy = isBusy(install);
  const waits = busy || install?.state === 'waiting-host-key';
  const previous = install?.previous_version ?? '';
  return [
    {
      label: isInstalled(node, install) ? texts.upgrade : texts.install,
      first: !isInstalled(node, install) && !waits,
      disabled: busy,
      run: () => askUpgrade(node, install, doing),
    },
    { label: texts.log, first: waits, disabled: !hasLog(install), run: () => watch(id) },
    {
      label: texts.rollback,
      disabled: busy || previous === '',
      run: () =>
        ask({
          title: texts.rollbackTitle,
          text: texts.rollbackText(name, previous),
          confirm: texts.rollback,
          run: () => watching([id])(changes.rollback.run({ id })),
        }),
    },
    {
      label: texts.remove,
      danger: true,
      disabled: busy || !isInstalled(node, install),
      run: () => {
        let purge = false;
        ask({
          title: texts.removeTitle,
          text: <RemoveQuestion name={name} onPurge={(wanted) => (purge = wanted)} />,
          confirm: texts.remove,
          run: () => watching([id])(changes.remove.run({ id, purge })),
        });
      },
    },
  ];
};

/** Whether the panel has nothing to log in at the server with: no installation would get anywhere. */
const lacksLogin = (node: NodeView, install: InstallView | undefined): boolean =>
  !node.has_ssh_password && install?.key_installed !== true;

const askUpgrade = (node: NodeView, install: InstallView | undefined, doing: Doing): void => {
  const { ask, changes, watching, edit } = doing;
  const upgrades = isInstalled(node, install);
  const title = upgrades ? texts.upgradeTitle : texts.installTitle;
  if (lacksLogin(node, install)) {
    return ask({
      title,
      text: texts.loginMissing(node.name),
      confirm: texts.fillIn,
      harmless: true,
      run: async () => edit(node),
    });
  }
  return ask({
    title,
    text: upgrades ? texts.upgradeText(node.name) : texts.installText(node.name),
    confirm: upgrades ? texts.upgrade : texts.install,
    harmless: true,
    run: () => watching([node._id])(changes.upgrade.run({ _id: node._id })),
  });
};

const RemoveQuestion = ({ name, onPurge }: { name: string; onPurge: (wanted: boolean) => void }): ReactNode => (
  <>
    {texts.removeText(name)}
    <Checkbox mt="md" label={texts.purge} onChange={(event) => onPurge(event.currentTarget.checked)} />
    <Text span size="sm" c="var(--sp-dim)">
      {texts.keepsJournal}
    </Text>
  </>
);
