import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSession } from '../accounts/index.ts';
import { dateTime } from '../ui/format.ts';
import { Section } from './section.tsx';
import { texts } from './texts.ts';

/** Permissions that are shown before the rest is asked for. */
const FIRST = 3;

/** What the account may do besides what everybody may, and until when. */
export const PermissionsSection = (): ReactNode => {
  const { permissions } = useSession();
  const [all, setAll] = useState(false);
  const shown = all ? permissions : permissions.slice(0, FIRST);
  return (
    <Section title={texts.permissions.title}>
      {permissions.length === 0 && <span className="sp-dim">{texts.permissions.none}</span>}
      {shown.length > 0 && (
        <ul className="sp-held">
          {shown.map(({ id, name, desc, expireTime }) => (
            <li key={id} className="sp-row sp-between">
              <span>{desc || name}</span>
              <span className="sp-dim sp-small">{texts.permissions.until(dateTime(expireTime))}</span>
            </li>
          ))}
        </ul>
      )}
      {permissions.length > FIRST && (
        <div>
          <Button variant="default" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? texts.permissions.fewer : texts.permissions.all(permissions.length)}
          </Button>
        </div>
      )}
    </Section>
  );
};
