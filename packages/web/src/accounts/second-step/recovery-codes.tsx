import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { useWayOut } from '../../ui/use-way-out.ts';
import './second-step.css';
import { texts } from './texts.ts';

/** The recovery codes, shown this once, with ways to keep them; whoever has not said that they did is asked. */
export const RecoveryCodes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }): ReactNode => {
  useUnsaved(true);
  const question = useWayOut(true, texts.recovery.leaveText, texts.recovery.leaveTitle);
  const all = `${codes.join('\n')}\n`;
  return (
    <div className="sp-stack" role="status">
      <strong>{texts.recovery.title}</strong>
      <span>{texts.recovery.hint}</span>
      <ul className="sp-recovery">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="sp-row">
        <CopyButton text={all}>{texts.recovery.copy}</CopyButton>
        <Button variant="default" onClick={() => saveFile(texts.recovery.file, all, 'text/plain')}>
          {texts.recovery.download}
        </Button>
        <Button onClick={onClose}>{texts.recovery.close}</Button>
      </div>
      {question}
    </div>
  );
};
