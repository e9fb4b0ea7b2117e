import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Client } from './clients.ts';
import { ClientTile } from './client-tile.tsx';
import { SubscribeMenu } from './subscribe-menu.tsx';
import { texts } from './texts.ts';
import type { Subscriptions } from './use-subscriptions.ts';

interface ClientRowProps {
  readonly client: Client;
  readonly recommended: boolean;
  readonly subscriptions: Subscriptions;
}

/** One client: its name and version, its subscription menu, its guide. */
export const ClientRow = ({ client, recommended, subscriptions }: ClientRowProps): ReactNode => (
  <div className="sp-client">
    <ClientTile app={client.app} />
    <div>
      <div className="sp-row">
        <b>{client.name}</b>
        {recommended && (
          <span className="sp-pill" data-tone="accent">
            {texts.recommended}
          </span>
        )}
      </div>
      {client.note && <div className="sp-dim sp-small">{client.note}</div>}
    </div>
    <div className="sp-row sp-client-acts">
      <SubscribeMenu app={client.app} name={client.name} subscriptions={subscriptions}>
        {texts.subscribe}
      </SubscribeMenu>
      {client.guide && (
        <Button component={Link} to={client.guide} variant="default" aria-label={`${client.name} ${texts.guide}`}>
          {texts.guide}
        </Button>
      )}
    </div>
  </div>
);
