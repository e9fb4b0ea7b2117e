import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeForm } from '../ui/code-form.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { Window } from '../ui/window.tsx';
import { texts } from './texts.ts';
import { useFreeCoupon } from './use-free-coupon.ts';

interface FreeCouponProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The window in which a trial coupon is redeemed. */
export default function FreeCouponWindow({ opened, onClose }: FreeCouponProps): ReactNode {
  return (
    <Window opened={opened} onClose={onClose} title={texts.title}>
      <FreeCouponFields onClose={onClose} />
    </Window>
  );
}

const FreeCouponFields = ({ onClose }: Pick<FreeCouponProps, 'onClose'>): ReactNode => {
  const { busy, take } = useFreeCoupon(onClose);
  return (
    <CodeForm label={texts.label} placeholder={texts.placeholder} empty={texts.empty} take={take}>
      <Group justify="flex-end" className="sp-foot">
        <FormButtons cancel={texts.cancel} submit={texts.confirm} busy={busy} onCancel={onClose} />
      </Group>
    </CodeForm>
  );
};
