import { type ReactNode, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Window } from '../../ui/window.tsx';
import { healthTexts as texts } from './texts.ts';

const AlarmsBody = lazyPart(() => import('./alarms-body.tsx'));

/** The window with alarms and quarantined reports; its code is fetched when it opens. */
export const AlarmsWindow = ({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode => {
  const [isForm, setIsForm] = useState(false);
  return (
    <Window opened={opened} onClose={onClose} size={isForm ? 'lg' : '90rem'} waits={320} title={texts.alarmsTitle}>
      {opened && <AlarmsBody onForm={setIsForm} />}
    </Window>
  );
};
