import type { AuditRow } from '@skyport/contract/audit';
import { auditObject } from '@skyport/contract/audit-columns';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { objectAddress } from './object-address.ts';

/** The object of an entry by its name, with its id when a pointer rests; leads to it if it has a page. */
export const ObjectLink = ({ row }: { readonly row: AuditRow }): ReactNode => {
  const address = objectAddress(row);
  const shown = auditObject(row);
  if (address === undefined) return <span title={row.object}>{shown}</span>;
  return (
    <Link to={address} title={row.object}>
      {shown}
    </Link>
  );
};
