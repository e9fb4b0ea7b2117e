import { Group, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
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
  const { code, problem, busy, type, submit } = useFreeCoupon(onClose);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        label={texts.label}
        placeholder={texts.placeholder}
        value={code}
        onChange={(event) => type(event.currentTarget.value)}
        error={problem}
        maxLength={64}
        autoComplete="off"
        data-autofocus
      />
      <Group justify="flex-end" mt="lg">
        <FormButtons cancel={texts.cancel} submit={texts.confirm} busy={busy} onCancel={onClose} />
      </Group>
    </form>
  );
};
