import '../ui/input-styles.ts';
import { Button, NativeSelect } from '@mantine/core';
import { type UserRow, usersCalls as calls } from '@skyport/contract/users';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { LinkAlarmsWindow } from '../subscription/index.ts';
import { Days } from '../list-page/day-range.tsx';
import { ListPage } from '../list-page/list-page.tsx';
import { usePagedList } from '../list-page/use-paged-list.ts';
import { useListExport } from '../list-page/use-list-export.ts';
import { isSortedByCopy, MOST_USERS, noFilters, startQuery, userFilter, type UserFilters, userInput } from './rules.ts';
import { texts } from './texts.ts';
import { useUserActions } from './use-user-actions.tsx';
import { userColumns } from './user-columns.tsx';

const stateChoices = Object.entries(texts.states).map(([value, label]) => ({ value, label }));

/** /admin_userlist: accounts by filter, days of registration and number. */
export default function UsersPage(): ReactNode {
  // In the address, so that notifications can link to the window.
  const [params, setParams] = useSearchParams();
  const { actionsOf, detailsOf, watch, windows } = useUserActions();
  const { read, filters, choose, remote } = usePagedList({
    call: calls.userlist,
    input: userInput,
    start: startQuery,
    filters: noFilters,
    most: MOST_USERS,
  });
  const exports = useListExport(calls.exportList, userFilter(remote.query.search, filters));
  return (
    <ListPage
      texts={texts}
      read={read}
      rows={read.data?.users}
      columns={userColumns}
      rowName={(row) => row.email}
      remote={remote}
      exports={exports}
      notice={isSortedByCopy(remote.query) && <p className="sp-dim sp-small">{texts.sortedByCopy}</p>}
      filters={
        <>
          <NativeSelect
            size="sm"
            aria-label={texts.state}
            data={stateChoices}
            value={filters.state}
            onChange={(event) => choose({ state: event.currentTarget.value as UserFilters['state'] })}
          />
          <Days of={texts.registered} days={filters} onChange={choose} />
        </>
      }
      actions={() => (
        <Button variant="default" onClick={() => setParams({ links: '1' }, { replace: true })}>
          {texts.linkAlarms}
        </Button>
      )}
      rowActions={(row: UserRow) => [detailsOf(row), ...actionsOf(row)]}
    >
      <LinkAlarmsWindow
        opened={params.has('links')}
        onClose={() => setParams({}, { replace: true })}
        onChoose={watch}
      />
      {windows}
    </ListPage>
  );
}
