import { ComboForm } from '@skyport/contract/shop';
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { cardsOf } from './card-rules.ts';
import type { ComboValues } from './combo-rules.ts';
import { comboTexts as texts } from './combo-texts.ts';
import classes from './shop.module.css';

/** What customers would see in the shop of the product in the form; a hint while it cannot be saved yet. */
export const ComboPreview = ({ values }: { readonly values: ComboValues }): ReactNode => {
  const combo = ComboForm.safeParse(values).data;
  return (
    <section className={classes.preview} aria-label={texts.preview}>
      <b className="sp-small">{texts.preview}</b>
      {combo ? (
        <div className={classes.cards}>
          {cardsOf(combo).map((card) => (
            <Card key={card.kind} card={card} />
          ))}
        </div>
      ) : (
        <span className="sp-dim sp-small">{texts.previewWaits}</span>
      )}
    </section>
  );
};
