import { Button } from '@mantine/core';
import type { PayMode } from '@skyport/contract/orders';
import { type ReactNode, useState } from 'react';
import { isMobile } from '../../device/platform.ts';
import { commonTexts } from '../../ui/common-texts.ts';
import { QrCanvas } from '../../ui/qr-modal.tsx';
import type { PayCode, Way } from './pay-rules.ts';
import { payTexts } from './pay-texts.ts';
import classes from './pay.module.css';
import { saveCode } from './save-code.ts';

const texts = payTexts.waiting;

interface CodeWayProps {
  readonly way: Extract<Way, { readonly kind: 'qrcode' }>;
  readonly mode: PayMode;
}

/** A code to scan; on the phone that pays, its app where it can be opened, and how a code is scanned there. */
export const CodeWay = ({ way, mode }: CodeWayProps): ReactNode => {
  const isHere = isMobile() && way.here === undefined && mode !== 'usdt';
  return (
    <>
      {isHere && way.app !== undefined && <OpenApp url={way.app} app={texts.apps[mode]} />}
      <div className={classes.code}>
        {way.isPicture ? <CodePicture src={way.text} /> : <QrCanvas text={way.text} />}
        {!isHere && <span>{mode === 'usdt' ? texts.scanUsdt : texts.scan(texts.apps[mode])}</span>}
        {way.here !== undefined && (
          <a href={way.here} target="_blank" rel="noreferrer">
            {texts.here}
          </a>
        )}
      </div>
      {isHere && <Steps code={way} app={texts.apps[mode]} />}
    </>
  );
};

/** A picture of a code, as the gateway drew it. */
const CodePicture = ({ src }: { readonly src: string }): ReactNode => {
  const [failed, setFailed] = useState(false);
  if (failed) return <span role="alert">{texts.pictureFailed}</span>;
  return <img className={classes.picture} src={src} alt={commonTexts.qr} onError={() => setFailed(true)} />;
};

const OpenApp = ({ url, app }: { readonly url: string; readonly app: string }): ReactNode => (
  <>
    <Button component="a" href={url} size="md">
      {texts.openAppToPay(app)}
    </Button>
    <span className="sp-dim sp-small">{texts.orScan}</span>
  </>
);

/** How a code is scanned by an app of the phone that shows it. */
const Steps = ({ code, app }: { readonly code: PayCode; readonly app: string }): ReactNode => (
  <section className="sp-stack" aria-label={texts.stepsTitle}>
    <Button variant="default" onClick={() => void saveCode(code)}>
      {texts.save}
    </Button>
    <b>{texts.stepsTitle}</b>
    <ol className={classes.steps}>
      {texts.steps(app).map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    <span className="sp-dim sp-small">{texts.otherDevice}</span>
  </section>
);
