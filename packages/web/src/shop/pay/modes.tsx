import type { PayMode } from '@skyport/contract/orders';
import type { ReactNode } from 'react';
import classes from './pay.module.css';
import { payTexts } from './pay-texts.ts';

const texts = payTexts.modes;

interface ModesProps {
  readonly modes: readonly PayMode[];
  readonly chosen: PayMode;
  /** Those that could not be begun a moment ago. */
  readonly failed: readonly PayMode[];
  readonly disabled: boolean;
  readonly onChoose: (mode: PayMode) => void;
}

/** The ways to pay an order, one of which is chosen. */
export const Modes = ({ modes, chosen, failed, disabled, onChoose }: ModesProps): ReactNode => (
  <fieldset className={classes.modes} disabled={disabled}>
    <legend className="sp-dim sp-small">{texts.title}</legend>
    {modes.map((mode) => (
      <label key={mode} className={classes.mode}>
        <input type="radio" name="pay-mode" checked={mode === chosen} onChange={() => onChoose(mode)} />
        <span className={classes.mark} aria-hidden>
          {texts.marks[mode]}
        </span>
        {texts.names[mode]}
        {failed.includes(mode) && <span className={classes.note}>{texts.unavailable}</span>}
      </label>
    ))}
  </fieldset>
);
