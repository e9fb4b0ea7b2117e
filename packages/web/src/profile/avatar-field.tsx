import { Button } from '@mantine/core';
import { CallError } from '@skyport/contract/client';
import { imageExtOf, imageUrl, MAX_IMAGE_BYTES } from '@skyport/contract/files';
import { useRef, useState, type ReactNode } from 'react';
import { toastCommonFailure } from '../api/index.ts';
import { uploadImage } from '../api/upload.ts';
import { showToast, toast } from '../ui/toasts.ts';
import { texts } from './texts.ts';

interface AvatarFieldProps {
  /** Name of the image; empty for none. */
  readonly icon: string;
  /** Shown where there is no image. */
  readonly email: string;
  readonly onChange: (icon: string) => void;
}

/** What is wrong with a chosen file, as far as that is known without sending it. */
const problemOf = ({ name, size }: File) => {
  if (imageExtOf(name) === undefined) return texts.avatar.wrongType;
  return size > MAX_IMAGE_BYTES ? texts.avatar.tooBig : undefined;
};

/** Sends a chosen file; `share` is how much of it is on its way, while it is. */
const useUpload = (onDone: (filename: string) => void) => {
  const [share, setShare] = useState<number>();
  const send = async (file: File): Promise<void> => {
    const problem = problemOf(file);
    if (problem) return showToast(problem, 'error');
    setShare(0);
    try {
      onDone(await uploadImage(file, setShare));
    } catch (refused) {
      if (!(refused instanceof CallError)) throw refused;
      if (!toastCommonFailure(refused)) showToast(toast(refused.msg), 'error');
    } finally {
      setShare(undefined);
    }
  };
  return { share, send };
};

/** The avatar: shown, replaced by a file of this device, or removed. It is saved with the rest of the form. */
export const AvatarField = ({ icon, email, onChange }: AvatarFieldProps): ReactNode => {
  const input = useRef<HTMLInputElement>(null);
  const { share, send } = useUpload(onChange);
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
          <Button variant="default" disabled={share !== undefined} onClick={() => input.current?.click()}>
            {texts.avatar.choose}
          </Button>
          {icon !== '' && (
            <Button variant="subtle" color="red" disabled={share !== undefined} onClick={() => onChange('')}>
              {texts.avatar.remove}
            </Button>
          )}
        </div>
        <span className="sp-dim sp-small" role="status">
          {share === undefined ? texts.avatar.hint : progressOf(share)}
        </span>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={texts.avatar.choose}
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file may be chosen again after it was mended.
          event.currentTarget.value = '';
          if (file) void send(file);
        }}
      />
    </div>
  );
};

/** All of it is sent: the server is decoding. */
const progressOf = (share: number): string =>
  share < 1 ? texts.avatar.sending(Math.round(share * 100)) : texts.avatar.working;
