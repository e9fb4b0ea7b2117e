import { Alert, Button } from '@mantine/core';
import { addressTypes, PayoutForm, type Wallet, walletCalls as calls } from '@skyport/contract/withdrawals';
import { type ReactNode, useState } from 'react';
import { useChange } from '../api/index.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Facts } from '../ui/facts.tsx';
import { dateTime } from '../ui/format.ts';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { Section } from '../ui/section.tsx';
import { walletTexts } from './texts.ts';

const texts = walletTexts.payout;

/** Where the account is paid out, and the form that changes it. */
export const PayoutSection = ({ wallet }: { readonly wallet: Wallet }): ReactNode => {
  const { addressType, address, address_rests_until } = wallet;
  const [form, setForm] = useState<PayoutForm>();
  const change = useChange(calls.changeRewardAdress, {
    done: texts.saved,
    failed: { prefix: texts.failed },
    invalidates: [calls.myWallet],
  });
  const isSet = address !== '';
  const open = (): void => setForm({ addressType: addressType || addressTypes[1], address });
  return (
    <Section title={texts.title} hint={texts.hint}>
      {address_rests_until !== null && <Alert role="status">{texts.rests(dateTime(address_rests_until))}</Alert>}
      <Facts
        label={texts.title}
        facts={[
          [texts.type, addressType || texts.none],
          [texts.address, address || texts.none],
        ]}
      />
      <div className="sp-row">
        <Button variant={isSet ? 'default' : 'filled'} onClick={open}>
          {isSet ? texts.change : texts.set}
        </Button>
        {isSet && <CopyButton text={address}>{texts.copy}</CopyButton>}
      </div>
      <FormWindow
        title={isSet ? texts.change : texts.set}
        schema={PayoutForm}
        fields={[{ name: 'addressType' }, { name: 'address', wide: true }]}
        value={form}
        onSave={(values, onRefused) => change.run(values, onRefused)}
        onClose={() => setForm(undefined)}
      />
    </Section>
  );
};
