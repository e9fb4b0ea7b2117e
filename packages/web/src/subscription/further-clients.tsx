import { useState, type ReactNode } from 'react';
import { furtherClients } from './clients.ts';
import { SubscribeMenu } from './subscribe-menu.tsx';
import { texts } from './texts.ts';
import type { Subscriptions } from './use-subscriptions.ts';

/** Clients that few people look for, folded away until somebody does. */
export const FurtherClients = ({ subscriptions }: { subscriptions: Subscriptions }): ReactNode => {
  const [open, setOpen] = useState(false);
  return (
    <details className="sp-further" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.furtherClients}</summary>
      {open && (
        <ul className="sp-advanced">
          {furtherClients.map(({ app, name, note }) => (
            <li key={app}>
              <SubscribeMenu app={app} name={name} subscriptions={subscriptions} variant="default" fullWidth px={8}>
                {name}
              </SubscribeMenu>
              <span className="sp-small sp-dim">{note}</span>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
};
