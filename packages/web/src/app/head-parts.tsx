import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Session } from '../accounts/index.ts';
import { Bell } from '../notices/index.ts';
import { texts } from './texts.ts';
import { UserMenu } from './user-menu.tsx';

/* What the customers' header and the staff's both have. */

/** The product's mark and name; leads home. A folded menu hides the name from the eye, not from a screen reader. */
export const Logo = ({ siteName }: { siteName: string }): ReactNode => (
  <Link to="/" className="sp-logo" aria-label={siteName}>
    <img src="./icon.svg" alt="" width={26} height={26} />
    <span>{siteName}</span>
  </Link>
);

/**
 * What concerns whoever looks at the page: scheme, bell, account, or the way to one, which leaves the strong button to
 * the page.
 */
export const HeadControls = ({ session: { user, visitor, failed, refresh } }: { session: Session }): ReactNode => (
  <>
    <SchemeSwitch />
    {user && <Bell />}
    {user && <UserMenu user={user} />}
    {visitor && (
      <Button component={Link} to="/login" variant="default">
        {texts.logIn}
      </Button>
    )}
    {failed && (
      <Button variant="light" onClick={() => void refresh()}>
        {texts.reload}
      </Button>
    )}
  </>
);

/** Turns the page light or dark. */
const SchemeSwitch = (): ReactNode => {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  return (
    <ActionIcon
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
      aria-label={dark ? texts.toLight : texts.toDark}
    >
      {dark ? <IconSun size={20} /> : <IconMoon size={20} />}
    </ActionIcon>
  );
};
