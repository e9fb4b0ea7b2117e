import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { isWindowOpen } from '../../device/open-windows.ts';
import { CommandBar } from './command-bar.tsx';
import type { StaffHeadProps } from './head-props.ts';
import { Side } from './side.tsx';
import { TopBar } from './top-bar.tsx';

/** Below this width, in CSS pixels, the menu is in a drawer. */
const WIDE = '(min-width: 1024px)';

/** The frame's part around the pages of the back office: the menu at the side or in a drawer, and the command bar. */
export default function StaffHead(props: StaffHeadProps): ReactNode {
  const wide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false });
  const [finding, setFinding] = useState(false);
  const find = (): void => setFinding(true);
  // An open window may hold unsaved input: nothing opens above it.
  const findFromKeys = (): void => {
    if (!isWindowOpen()) find();
  };
  useHotkeys(
    [
      ['ctrl+K', findFromKeys],
      ['meta+K', findFromKeys],
    ],
    [],
  );
  return (
    <>
      {wide ? <Side {...props} onFind={find} /> : <TopBar {...props} onFind={find} />}
      <CommandBar opened={finding} onClose={() => setFinding(false)} pages={[...props.tabs, ...props.others]} />
    </>
  );
}
