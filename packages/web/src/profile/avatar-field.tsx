import { Button } from '@mantine/core';
import { imageUrl } from '@skyport/contract/files';
import type { ReactNode } from 'react';
import { useImageUpload } from '../api/use-image-upload.tsx';
import { texts } from './texts.ts';

interface AvatarFieldProps {
  /** Name of the image; empty for none. */
  readonly icon: string;
  /** Shown where there is no image. */
  readonly email: string;
  readonly onChange: (icon: string) => void;
}

/** The avatar: shown, replaced by a file of this device, or removed. It is saved with the rest of the form. */
export const AvatarField = ({ icon, email, onChange }: AvatarFieldProps): ReactNode => {
  const { busy, said, choose, input } = useImageUpload(texts.avatar.choose, onChange);
  return (
    <div className="sp-row sp-avatar-field" role="group" aria-label={texts.avatar.label}>
      {icon ? (
        <img src={imageUrl(icon)} alt={texts.avatar.label} width={72} height={72} className="sp-avatar-large" />
      ) : (
        <span className="sp-avatar-large" aria-hidden>
          {email.slice(0, 1).toUpperCase()}
        </span>
      )}
      <div className="sp-stack sp-avatar-side">
        <div className="sp-row">
          <Button variant="default" disabled={busy} onClick={choose}>
            {texts.avatar.choose}
          </Button>
          {icon !== '' && (
            <Button variant="subtle" color="red" disabled={busy} onClick={() => onChange('')}>
              {texts.avatar.remove}
            </Button>
          )}
        </div>
        <span className="sp-dim sp-small" role="status">
          {said}
        </span>
      </div>
      {input}
    </div>
  );
};
