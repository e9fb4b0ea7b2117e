import { Button } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { PartFailed, type PartFailure } from './arriving.tsx';
import { boundaryTexts as texts } from './boundary-texts.ts';
import { commonTexts } from './common-texts.ts';

const BEHIND: CSSProperties = {
  position: 'fixed',
  inset: 0,
  zIndex: 300,
  display: 'grid',
  placeItems: 'center',
  padding: 20,
  background: 'rgb(0 0 0 / 40%)',
};

interface FailedWindow {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
}

/** What stands in the place of a window when not even the code of windows has arrived; for `Arriving`. */
export const windowFailed =
  ({ opened, onClose, title }: FailedWindow) =>
  (failure: PartFailure): ReactNode =>
    opened && (
      <div style={BEHIND}>
        <section className="sp-card sp-narrow sp-stack" role="alertdialog" aria-label={texts.missing}>
          <h2 className="sp-h2">{title}</h2>
          <PartFailed {...failure} />
          <Button variant="default" onClick={onClose} autoFocus>
            {commonTexts.close}
          </Button>
        </section>
      </div>
    );
