import type { ReactNode } from 'react';
import type { ClientApp } from '@skyport/contract/client-links';

/** The drawing of a client, in the page's colours. All of them are in one file, fetched when the first one is shown. */
export const ClientTile = ({ app }: { app: ClientApp }): ReactNode => (
  <span className="sp-client-icon" aria-hidden>
    <svg width={24} height={24}>
      <use href={`./tiles.svg#${app}`} />
    </svg>
  </span>
);
