import type { ReactNode } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import type { ShopCard } from './card-rules.ts';
import { cardTexts as texts } from './card-texts.ts';
import classes from './shop.module.css';

interface CardProps {
  readonly card: ShopCard;
  /** Buys the product; without it the button is there to be looked at. */
  readonly onBuy?: () => void;
  /** While the product is being ordered. */
  readonly busy?: boolean;
}

/** One card of the shop: what one gets, its price, and the button that buys it. */
export const Card = ({ card, onBuy, busy = false }: CardProps): ReactNode => (
  <article className={`sp-card ${classes.card}`} aria-label={card.title}>
    <div className={`sp-row sp-between ${classes.head}`}>
      <span className="sp-dim sp-small">{card.name}</span>
      {card.bonus !== undefined && (
        <span className="sp-pill" data-tone="reward">
          {card.bonus}
        </span>
      )}
    </div>
    <b className={classes.title}>{card.title}</b>
    <ul className={`sp-dim sp-small ${classes.facts}`}>
      {card.facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
    {card.permissions !== undefined && <span className="sp-small">{card.permissions}</span>}
    <div className={classes.foot}>
      <div className="sp-row">
        <b className={classes.price}>{card.price}</b>
        {card.unitPrice !== undefined && <span className="sp-dim sp-small">{card.unitPrice}</span>}
      </div>
      <BusyButton disabled={!onBuy} busy={busy} {...(onBuy && { onClick: onBuy })}>
        {texts.buy}
      </BusyButton>
    </div>
  </article>
);
