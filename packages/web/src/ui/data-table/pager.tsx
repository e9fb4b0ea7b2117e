import '../input-styles.ts';
import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core';
import { PAGE_SIZES } from '@skyport/contract/units';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { texts } from './texts.ts';
import type { TableQuery } from './use-table-model.ts';

interface PagerProps {
  readonly query: TableQuery;
  readonly total: number;
  readonly estimated: boolean;
  readonly pages: number;
  readonly onChange: (part: Partial<TableQuery>) => void;
}

const sizes = PAGE_SIZES.map((size) => ({ value: String(size), label: texts.perPage(size) }));

/** Total, page size and the way to the other pages. */
export const Pager = ({ query, total, estimated, pages, onChange }: PagerProps) => (
  <Group justify="space-between" gap="xs" pt="sm">
    <Text size="sm" c="var(--sp-dim)">
      {estimated ? texts.about(total) : texts.total(total)}
    </Text>
    <Group gap={4} wrap="nowrap" miw={0}>
      <NativeSelect
        aria-label={texts.pageSize}
        miw={0}
        value={String(query.size)}
        data={sizes}
        onChange={(event) => onChange({ size: Number(event.currentTarget.value) })}
      />
      <ActionIcon
        variant="default"
        size={40}
        aria-label={texts.previous}
        disabled={query.page === 0}
        onClick={() => onChange({ page: query.page - 1 })}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <Text size="sm" px={4} style={{ whiteSpace: 'nowrap' }}>
        {query.page + 1} / {estimated ? texts.aboutPages(pages) : pages}
      </Text>
      <ActionIcon
        variant="default"
        size={40}
        aria-label={texts.next}
        disabled={query.page >= pages - 1}
        onClick={() => onChange({ page: query.page + 1 })}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
    </Group>
  </Group>
);
