import { Button } from '@mantine/core';
import type { Output } from '@skyport/contract/call';
import { codes } from '@skyport/contract/codes';
import { prizesCalls as calls, seatsOf, type WheelPrize } from '@skyport/contract/prizes';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { BusyButton } from '../ui/busy-button.tsx';
import { useCall } from '../api/index.ts';
import { isMissing } from '../api/is-missing.ts';
import { traffic } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Draws } from './draws.tsx';
import { ResultWindow, resultText } from './result-window.tsx';
import { prizeParts } from './rules.ts';
import { texts } from './texts.ts';
import { type Drawing, useDraw } from './use-draw.ts';
import { Wheel } from './wheel.tsx';
import classes from './wheel.module.css';

/** /prize: the wheel, what can be won, and the customer's own draws. */
export default function PrizePage(): ReactNode {
  const read = useCall(calls.list, {}, { told: codes.notFound.code });
  const isEmpty = isMissing(read.error);
  return (
    <>
      <h1 className="sp-h1">{texts.title}</h1>
      {isEmpty ? (
        <div className="sp-card">{texts.empty}</div>
      ) : (
        <Loaded of={read} height={420} alone>
          {(lottery) => <Lottery {...lottery} />}
        </Loaded>
      )}
      <Draws />
    </>
  );
}

type LotteryProps = Output<typeof calls.list>;

const Lottery = ({ cost, available, seats, prizes }: LotteryProps): ReactNode => {
  const wheel = useMemo(() => seatsOf(prizes, seats), [prizes, seats]);
  const drawing = useDraw(wheel);
  const { phase, drawn, angle, turnsFor, close } = drawing;
  return (
    <section className={`sp-card ${classes.top}`} aria-label={texts.title}>
      <Wheel seats={wheel} angle={angle} turnsFor={turnsFor} />
      <div className={classes.side}>
        <span>{cost > 0 ? texts.hint(traffic(cost)) : texts.free}</span>
        <span>
          {texts.available} <b>{traffic(available)}</b>
        </span>
        {/* What a turn is about to show would be out of place before it. */}
        {phase === 'rest' && available < cost ? <TooLittle /> : <DrawButton drawing={drawing} cost={cost} />}
        <Prizes prizes={prizes} />
      </div>
      <span role="status" className={classes.heard}>
        {heardOf(drawing)}
      </span>
      <ResultWindow opened={phase === 'shown'} drawn={drawn} onClose={close} />
    </section>
  );
};

/** What is said to whoever hears the page. */
const heardOf = ({ phase, drawn }: Drawing): string => {
  if (phase === 'asking' || phase === 'turning') return texts.turning;
  return phase === 'shown' && drawn ? resultText(drawn) : '';
};

const TooLittle = (): ReactNode => (
  <div className="sp-row">
    <span>{texts.tooLittle}</span>
    <Button component={Link} to="/shop" variant="light">
      {texts.shop}
    </Button>
  </div>
);

const DrawButton = ({ drawing, cost }: { readonly drawing: Drawing; readonly cost: number }): ReactNode =>
  drawing.phase === 'turning' ? (
    <Button variant="default" onClick={drawing.skip}>
      {texts.skip}
    </Button>
  ) : (
    <BusyButton size="md" busy={drawing.phase === 'asking'} onClick={drawing.draw}>
      {cost > 0 ? texts.drawFor(traffic(cost)) : texts.draw}
    </BusyButton>
  );

const Prizes = ({ prizes }: { readonly prizes: readonly WheelPrize[] }): ReactNode => (
  <ul className={classes.prizes} aria-label={texts.prizes}>
    {prizes.map((prize) => (
      <li key={prize._id}>
        <b>{prize.name}</b>
        <span className="sp-dim sp-small">{prizeParts(prize).join('、') || texts.draws.none}</span>
        {prize.desc !== '' && <span className="sp-small">{prize.desc}</span>}
      </li>
    ))}
  </ul>
);
