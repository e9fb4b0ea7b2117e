import { useMediaQuery } from '@mantine/hooks';

/** True on screens up to 820 px wide: tables are cards there and windows come up from the bottom. */
export const usePhone = (): boolean => useMediaQuery('(max-width: 820px)', false, { getInitialValueInEffect: false });

/** True up to a small desk, as the table's stylesheet has it. */
export const useSmallDesk = (): boolean =>
  useMediaQuery('(max-width: 1279px)', false, { getInitialValueInEffect: false });
