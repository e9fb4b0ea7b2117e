import { Alert, Button } from '@mantine/core';
import { type OutsideList, outsideListCalls as calls, outsideListNames } from '@skyport/contract/outside-lists';
import type { ReactNode } from 'react';
import { useCall, useChange } from '../api/index.ts';
import { type Fact, Facts } from '../ui/facts.tsx';
import { dateTime, traffic } from '../ui/format.ts';
import { outsideListTexts as texts } from './texts.ts';

/** A fetch takes seconds. */
const READ_MS = 5000;

const factsOf = ({ isOn, names, bytes, fetchedAt, checkedAt, source, ...dropped }: OutsideList): readonly Fact[] => [
  [texts.state, isOn ? (names > 0 ? texts.used : texts.waiting) : texts.off],
  ...(names > 0
    ? ([
        [texts.size, texts.sizeOf(names, traffic(bytes))],
        [texts.fetchedAt, dateTime(fetchedAt)],
        [texts.source, source],
        [texts.dropped, texts.droppedOf(dropped.droppedRows, dropped.droppedNames)],
      ] as const)
    : []),
  ...(checkedAt === null ? [] : ([[texts.checkedAt, dateTime(checkedAt)]] as const)),
];

interface OneListProps {
  readonly list: OutsideList;
  /** Its settings are changed and not saved. */
  readonly isUnsaved: boolean;
}

const OneList = ({ list, isUnsaved }: OneListProps): ReactNode => {
  const name = outsideListNames[list.list];
  const fetching = useChange(calls.fetchOutsideList, { invalidates: [calls.outsideLists], failed: texts.failed });
  const busy = fetching.busy || list.isFetching;
  return (
    <div className="sp-stack">
      <Facts label={name} facts={[[texts.list, name], ...factsOf(list)]} />
      <div className="sp-row">
        <Button
          variant="default"
          loading={busy}
          disabled={!list.isOn || isUnsaved}
          onClick={() => void fetching.run({ list: list.list })}
        >
          {texts.fetch(name)}
        </Button>
        {isUnsaved && <span className="sp-dim sp-small">{texts.unsaved}</span>}
      </div>
      <div role="status">
        {list.problem !== null && !busy && (
          <Alert color="red">{texts.problem(texts.problems[list.problem], list.names > 0)}</Alert>
        )}
      </div>
    </div>
  );
};

/** The lists from outside as they are now, and what fetches them at once. */
export const OutsideLists = ({ isUnsaved }: Pick<OneListProps, 'isUnsaved'>): ReactNode => {
  const read = useCall(calls.outsideLists, {}, { refetchEvery: READ_MS, silent: true });
  return read.data?.lists.map((list) => <OneList key={list.list} list={list} isUnsaved={isUnsaved} />);
};
