import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { advancedClients } from './clients.ts';
import { usePhone } from '../ui/use-phone.ts';
import { FurtherClients } from './further-clients.tsx';
import { SubscribeMenu } from './subscribe-menu.tsx';
import { texts } from './texts.ts';
import type { Subscriptions } from './use-subscriptions.ts';

/** Subscription menus for whoever knows their client; the title leads to all links of one kind. */
export const AdvancedCard = ({ subscriptions }: { subscriptions: Subscriptions }): ReactNode => (
  <section className="sp-card sp-stack sp-dash-advanced">
    <div className="sp-row sp-between sp-advanced-head">
      <h2 className="sp-h2">
        <Link to="/user/getUserAllURL?type=ssr">{texts.advanced}</Link>
      </h2>
      <Link to="/windows_errors" className="sp-small">
        {texts.trouble}
      </Link>
    </div>
    {usePhone() ? (
      // Below the list of clients the same names would fill another screen.
      <details className="sp-further">
        <summary>{texts.advancedClients}</summary>
        <Buttons subscriptions={subscriptions} />
      </details>
    ) : (
      <Buttons subscriptions={subscriptions} />
    )}
    <FurtherClients subscriptions={subscriptions} />
  </section>
);

const Buttons = ({ subscriptions }: { subscriptions: Subscriptions }): ReactNode => (
  <ul className="sp-advanced">
    {advancedClients.map(({ app, name, label }) => (
      <li key={app}>
        <SubscribeMenu app={app} name={name} subscriptions={subscriptions} variant="default" fullWidth px={8}>
          {name}
        </SubscribeMenu>
        <span className="sp-small" data-label={label}>
          {texts[label]}
        </span>
      </li>
    ))}
  </ul>
);
