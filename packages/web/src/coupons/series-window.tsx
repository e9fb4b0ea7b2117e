import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { commonTexts } from '../ui/common-texts.ts';
import { Window } from '../ui/window.tsx';
import { texts } from './admin-texts.ts';
import type { Series, SeriesControl } from './use-series.ts';

/** How far a series of coupons is; stops it, and continues one that has ended early. */
export const SeriesWindow = ({ control }: { readonly control: SeriesControl }): ReactNode => (
  <Window opened={control.series !== undefined} onClose={control.stop} title={texts.series.title}>
    {control.series && <SeriesBody series={control.series} control={control} />}
  </Window>
);

const hintOf = ({ isRunning, waits, why, made, wanted }: Series): string => {
  if (isRunning) return waits ? texts.series.waits : texts.series.runs;
  const missing = texts.partlySaved(made, wanted);
  return why === undefined ? missing : `${why}（${missing}）`;
};

const SeriesBody = ({ series, control }: { readonly series: Series; readonly control: SeriesControl }) => {
  const { made, wanted, isRunning } = series;
  const said = texts.series.made(made, wanted);
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600}>
        {said}
      </Text>
      <Progress value={(made / wanted) * 100} aria-label={said} />
      <Text size="sm" c="var(--sp-dim)" role="status">
        {hintOf(series)}
      </Text>
      <Group justify="flex-end" className="sp-foot">
        <Button variant="default" onClick={control.stop}>
          {isRunning ? texts.series.stop : commonTexts.close}
        </Button>
        {!isRunning && <Button onClick={control.goOn}>{texts.series.goOn}</Button>}
      </Group>
    </Stack>
  );
};
