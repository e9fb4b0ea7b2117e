import { type UsdtNetwork, usdtNetworkNames } from '@skyport/contract/usdt-networks';
import type { ReactNode } from 'react';
import classes from './pay.module.css';
import { payTexts } from './pay-texts.ts';

interface NetworksProps {
  readonly networks: readonly UsdtNetwork[];
  readonly chosen: UsdtNetwork;
  readonly disabled: boolean;
  readonly onChoose: (network: UsdtNetwork) => void;
}

/** The chains on which USDT are taken, one of which is chosen before an amount is reserved on it. */
export const Networks = ({ networks, chosen, disabled, onChoose }: NetworksProps): ReactNode => (
  <fieldset className={classes.modes} disabled={disabled}>
    <legend className="sp-dim sp-small">{payTexts.modes.networks}</legend>
    {networks.map((network) => (
      <label key={network} className={classes.mode}>
        <input type="radio" name="usdt-network" checked={network === chosen} onChange={() => onChoose(network)} />
        {usdtNetworkNames[network]}
      </label>
    ))}
  </fieldset>
);
