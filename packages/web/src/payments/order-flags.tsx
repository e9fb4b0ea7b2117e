import { Alert, Button, Group } from '@mantine/core';
import { flagReasonNames, flagStateNames, type OrderFlag } from '@skyport/contract/order-flags';
import type { ReactNode } from 'react';
import { type Fact, Facts } from '../ui/facts.tsx';
import { shopTime } from '../ui/shop-time.ts';
import { eventSum, tookText } from './flag-rules.ts';
import { flagTexts as texts } from './flag-texts.ts';

interface OrderFlagsProps {
  /** An open one first. */
  readonly flags: readonly OrderFlag[];
  readonly onTakeBack: () => void;
  readonly onDismiss: () => void;
}

/** Who says so, and when. */
const Origins = ({ flag: { events, opened_by, opened_at, note } }: { readonly flag: OrderFlag }): ReactNode => (
  <>
    {events.map((event) => (
      <div key={`${event.platform} ${event.reference}`}>
        {texts.said(event.platform, `${flagReasonNames[event.reason]} ${eventSum(event)}`)}
        <span className="sp-unbroken"> {shopTime(event.said_at)}</span>
      </div>
    ))}
    {note !== '' && (
      <div>
        {texts.byHand(opened_by || texts.removed, note)}
        <span className="sp-unbroken"> {shopTime(opened_at)}</span>
      </div>
    )}
  </>
);

const factOf = (flag: OrderFlag): Fact => [
  `${flagReasonNames[flag.reason]} ${shopTime(flag.opened_at)}`,
  <span key={flag._id}>
    {texts.ended(flagStateNames[flag.state], flag.closed_by || texts.removed)}
    <br />
    {flag.closed_why}
    {flag.taken && (
      <>
        <br />
        {tookText(flag.taken)}
      </>
    )}
  </span>,
];

/** Why an order waits for staff, what they can do about it, and what was decided before. */
export const OrderFlags = ({ flags, onTakeBack, onDismiss }: OrderFlagsProps): ReactNode => {
  const [open] = flags.filter(({ state }) => state === 'open');
  const ended = flags.filter(({ state }) => state !== 'open');
  return (
    <>
      {open && (
        <Alert color="orange" title={texts.title(flagReasonNames[open.reason])} role="status">
          <Origins flag={open} />
          <Group mt="sm">
            <Button color="red" size="sm" onClick={onTakeBack}>
              {texts.takeBack}
            </Button>
            <Button variant="default" size="sm" onClick={onDismiss}>
              {texts.dismiss}
            </Button>
          </Group>
        </Alert>
      )}
      {ended.length > 0 && <Facts label={texts.history} facts={ended.map(factOf)} />}
    </>
  );
};
