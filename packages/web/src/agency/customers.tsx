import { Button, Text } from '@mantine/core';
import { type AgencyCustomer, agencyCalls as calls, MOST_CUSTOMERS } from '@skyport/contract/agency';
import { type ReactNode, useState } from 'react';
import { useChange } from '../api/index.ts';
import { NextStep } from '../list-page/next-step.tsx';
import { usePagedList } from '../list-page/use-paged-list.ts';
import type { Column } from '../ui/data-table/column.ts';
import { DataTable } from '../ui/data-table/data-table.tsx';
import { firstPage } from '../ui/data-table/use-table-model.ts';
import { dateTime, daysLeft, traffic } from '../ui/format.ts';
import { AddWindow } from './add-window.tsx';
import { GiveWindow } from './give-window.tsx';
import { LinkWindow } from './link-window.tsx';
import { texts } from './texts.ts';
import { pill } from '../ui/pill.tsx';

const stateOf = ({ disabled, pending }: AgencyCustomer): keyof typeof texts.states =>
  disabled ? 'off' : pending ? 'pending' : 'on';

const tones = { on: undefined, off: 'bad', pending: 'plain' } as const;

const columns: readonly Column<AgencyCustomer>[] = [
  { id: 'email', title: texts.columns.email, value: (row) => row.email, heading: true, sortable: false },
  {
    id: 'state',
    title: texts.columns.state,
    value: (row) => texts.states[stateOf(row)],
    cell: (row) => pill(texts.states[stateOf(row)], tones[stateOf(row)]),
    sortable: false,
    card: true,
  },
  {
    id: 'left',
    title: texts.columns.left,
    value: (row) => row.left,
    cell: (row) => traffic(row.left),
    numeric: true,
    sortable: false,
    card: true,
  },
  {
    id: 'days',
    title: texts.columns.days,
    value: (row) => row.vipExpireTime,
    cell: (row) => texts.days(daysLeft(row.vipExpireTime, Date.now())),
    numeric: true,
    sortable: false,
    card: true,
  },
  {
    id: 'active',
    title: texts.columns.active,
    value: (row) => row.lastActiveTime,
    cell: (row) => dateTime(row.lastActiveTime),
    sortable: false,
    card: true,
  },
];

/** What is open beside the list. */
type Opened =
  | { readonly window: 'add' }
  | { readonly window: 'give'; readonly customer: AgencyCustomer }
  | { readonly window: 'link'; readonly link: string };

/** Customers of the agency: who they are, and what the agency does for them. */
export default function Customers(): ReactNode {
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  const { read, remote } = usePagedList({
    call: calls.customers,
    input: ({ page, size }) => ({ limit: size, offset: page * size }),
    start: firstPage,
    filters: {},
    most: MOST_CUSTOMERS,
  });
  const show = (link: string): void => (link === '' ? close() : setOpened({ window: 'link', link }));
  const renew = useChange(calls.newLink, {
    done: ({ mailed }) => (mailed ? texts.link.mailed : undefined),
    failed: { prefix: texts.link.failed },
    onDone: ({ link }) => show(link),
  });
  return (
    <section className="sp-card">
      <DataTable
        label={texts.title}
        level={2}
        rows={read.data?.customers}
        read={read}
        columns={columns}
        rowKey={(row) => row._id}
        rowName={(row) => row.email}
        search={null}
        exports={false}
        remote={remote}
        actions={() => (
          <Button variant="light" onClick={() => setOpened({ window: 'add' })}>
            {texts.add.open}
          </Button>
        )}
        notice={
          read.data && (
            <Text size="sm" pb="sm">
              {texts.available(traffic(read.data.available))}
            </Text>
          )
        }
        rowActions={(row) => [
          { label: texts.give.open, first: true, run: () => setOpened({ window: 'give', customer: row }) },
          ...(row.pending ? [{ label: texts.link.open, run: () => void renew.run({ id: row._id }) }] : []),
        ]}
        next={<NextStep text={texts.nothing} />}
      />
      <AddWindow opened={opened?.window === 'add'} onClose={close} onLink={show} />
      <GiveWindow
        customer={opened?.window === 'give' ? opened.customer : undefined}
        available={read.data?.available}
        onClose={close}
      />
      <LinkWindow link={opened?.window === 'link' ? opened.link : undefined} onClose={close} />
    </section>
  );
}
