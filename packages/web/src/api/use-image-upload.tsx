import { CallError } from '@skyport/contract/client';
import { imageExtOf, MAX_IMAGE_BYTES } from '@skyport/contract/files';
import { type ReactNode, useRef, useState } from 'react';
import { showToast, toast, type ToastText } from '../ui/toasts.ts';
import { toastCommonFailure } from './errors-to-toast.ts';
import { uploadTexts as texts } from './upload-texts.ts';
import { uploadImage } from './upload.ts';

/** What is wrong with a chosen file, as far as that is known without sending it. */
const problemOf = ({ name, size }: File): ToastText | undefined => {
  if (imageExtOf(name) === undefined) return texts.wrongType;
  return size > MAX_IMAGE_BYTES ? texts.tooBig : undefined;
};

/** Sends a file and gives the name it is stored under; one that is refused says so in a toast. */
const send = async (file: File, onShare: (share: number) => void): Promise<string | undefined> => {
  const problem = problemOf(file);
  if (problem) {
    showToast(problem, 'error');
    return undefined;
  }
  try {
    return await uploadImage(file, onShare);
  } catch (refused) {
    if (!(refused instanceof CallError)) throw refused;
    if (!toastCommonFailure(refused)) showToast(toast(refused.msg), 'error');
    return undefined;
  }
};

/** How far a file is; once all of it is sent, the server is decoding. */
const progressOf = (share: number): string => (share < 1 ? texts.sending(Math.round(share * 100)) : texts.working);

/** An image that is chosen from this device and sent. */
interface ImageUpload {
  readonly busy: boolean;
  /** What the field says now: which files it takes, or how far the chosen one is. */
  readonly said: string;
  /** Lets the person choose a file. */
  readonly choose: () => void;
  /** Stands somewhere in the field, where nobody sees it. */
  readonly input: ReactNode;
}

/** A field for an image, called `label`; gives the name under which a chosen one is stored. */
export const useImageUpload = (label: string, onDone: (filename: string) => void): ImageUpload => {
  const [share, setShare] = useState<number>();
  const input = useRef<HTMLInputElement>(null);
  const upload = async (file: File): Promise<void> => {
    setShare(0);
    try {
      const filename = await send(file, setShare);
      if (filename !== undefined) onDone(filename);
    } finally {
      setShare(undefined);
    }
  };
  return {
    busy: share !== undefined,
    said: share === undefined ? texts.hint : progressOf(share),
    choose: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={label}
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file may be chosen again after it was mended.
          event.currentTarget.value = '';
          if (file) void upload(file);
        }}
      />
    ),
  };
};
