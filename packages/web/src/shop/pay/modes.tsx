import type { PayMode } from '@skyport/contract/orders';
import type { ReactNode } from 'react';
import { ModeMark } from './marks.tsx';
import classes from './pay.module.css';
import { alipayWays, choicesOf, isPart } from './pay-rules.ts';
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

/** The ways to pay an order, one of which is chosen: Alipay is one of them, whichever way it is opened. */
export const Modes = ({ modes, chosen, failed, disabled, onChoose }: ModesProps): ReactNode => (
  <fieldset className={classes.modes} disabled={disabled}>
    <legend className="sp-dim sp-small">{texts.title}</legend>
    {choicesOf(modes).map((mode) => (
      <label key={mode} className={classes.mode}>
        <input type="radio" name="pay-mode" checked={isPart(mode, chosen)} onChange={() => onChoose(mode)} />
        <ModeMark mode={mode} />
        {mode === 'urlscheme' ? texts.names.alipay : texts.names[mode]}
        {failed.includes(mode) && <span className={classes.note}>{texts.unavailable}</span>}
      </label>
    ))}
  </fieldset>
);

/** How Alipay is opened, where there is more than one way: by a page or a code, or by its app. */
export const AlipayWays = ({ modes, chosen, failed, disabled, onChoose }: ModesProps): ReactNode => {
  const ways = alipayWays(modes);
  if (ways.length < 2 || !isPart('alipay', chosen)) return null;
  return (
    <fieldset className={classes.modes} disabled={disabled}>
      <legend className="sp-dim sp-small">{texts.alipay.title}</legend>
      {ways.map((mode) => (
        <label key={mode} className={classes.mode}>
          <input type="radio" name="alipay-way" checked={mode === chosen} onChange={() => onChoose(mode)} />
          {texts.alipay.ways[mode]}
          {failed.includes(mode) && <span className={classes.note}>{texts.unavailable}</span>}
        </label>
      ))}
    </fieldset>
  );
};
