import { Button } from '@mantine/core';
import { accountsCalls, type HeldPermission } from '@skyport/contract/accounts';
import { useState, type ReactNode } from 'react';
import { useCall } from '../api/index.ts';
import { dateTime } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Section } from '../ui/section.tsx';
import { texts } from './texts.ts';

/** Permissions that are shown before the rest is asked for. */
const FIRST = 3;

/** What the account may do besides what everybody may, and until when. */
export const PermissionsSection = (): ReactNode => {
  const held = useCall(accountsCalls.myPermissions, {});
  return (
    <Section title={texts.permissions.title}>
      <Loaded of={held} height={48}>
        {(permissions) => <PermissionList permissions={permissions} />}
      </Loaded>
    </Section>
  );
};

const PermissionList = ({ permissions }: { permissions: readonly HeldPermission[] }): ReactNode => {
  const [all, setAll] = useState(false);
  if (permissions.length === 0) return <span className="sp-dim">{texts.permissions.none}</span>;
  const shown = all ? permissions : permissions.slice(0, FIRST);
  return (
    <>
      <ul className="sp-held" aria-label={texts.permissions.title}>
        {shown.map(({ id, name, desc, expireTime }) => (
          <li key={id} className="sp-row sp-between">
            <span>{desc || name}</span>
            <span className="sp-dim sp-small">{texts.permissions.until(dateTime(expireTime))}</span>
          </li>
        ))}
      </ul>
      {permissions.length > FIRST && (
        <div>
          <Button variant="default" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? texts.permissions.fewer : texts.permissions.all(permissions.length)}
          </Button>
        </div>
      )}
    </>
  );
};
