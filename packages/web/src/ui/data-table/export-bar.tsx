import { Button, Group, Text } from '@mantine/core';
import { commonTexts } from '../common-texts.ts';
import { texts } from './texts.ts';

/** A list that the server gives as a file: how it is begun and stopped, and how far it is. */
export interface ServerExport {
  /** Fetches the columns with these ids. */
  readonly start: (columns: readonly string[]) => void;
  readonly stop: () => void;
  /** Rows that have arrived, of so many; undefined while nothing is fetched. */
  readonly running: { readonly rows: number; readonly of: number | undefined } | undefined;
  /** Why the last one failed. */
  readonly failed: string | undefined;
}

interface ExportBarProps {
  readonly of: ServerExport;
  readonly onAgain: () => void;
}

/** How far an export is, and what became of it; nothing while there is nothing to say. */
export const ExportBar = ({ of: { running, failed, stop }, onAgain }: ExportBarProps) => {
  if (running) {
    return (
      <Group gap="xs" pb="sm" role="status">
        <Text size="sm">{texts.exporting(running.rows, running.of)}</Text>
        <Button variant="subtle" color="gray" onClick={stop}>
          {commonTexts.cancel}
        </Button>
      </Group>
    );
  }
  if (failed === undefined) return null;
  return (
    <Group gap="xs" pb="sm" role="alert">
      <Text size="sm">{texts.exportFailed(failed)}</Text>
      <Button variant="subtle" onClick={onAgain}>
        {commonTexts.retry}
      </Button>
    </Group>
  );
};
