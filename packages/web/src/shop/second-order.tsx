import { Button } from '@mantine/core';
import { tradeModeNames } from '@skyport/contract/orders';
import type { ReactNode } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { Window } from '../ui/window.tsx';
import { shopTexts } from './shop-texts.ts';
import type { Ordering } from './use-ordering.ts';

const texts = shopTexts.again;

/** Offers to go on with an order whose payment is under way before a second one is made for the same product. */
export const SecondOrderWindow = ({ ordering }: { readonly ordering: Ordering }): ReactNode => {
  const { second, busyWith, resume, buyAnother, close } = ordering;
  if (!second || second.first.pay_mode === '') return null;
  const { combo, first, opened } = second;
  return (
    <Window opened={opened} onClose={close} title={texts.title} waits={200}>
      <div className="sp-stack">
        <span>{texts.text(first.desc, tradeModeNames[second.first.pay_mode])}</span>
        <Button size="md" onClick={() => resume(first._id)}>
          {texts.goOn}
        </Button>
        <BusyButton variant="default" busy={busyWith === combo._id} onClick={() => buyAnother(combo)}>
          {texts.another}
        </BusyButton>
        <span className="sp-dim sp-small">{texts.both}</span>
      </div>
    </Window>
  );
};
