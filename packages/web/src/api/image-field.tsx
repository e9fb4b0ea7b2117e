import { Button } from '@mantine/core';
import { imageUrl } from '@skyport/contract/files';
import { IconPhotoPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { useImageUpload } from './use-image-upload.tsx';

/** What a field for an image says. */
export interface ImageFieldTexts {
  /** Name of the field. */
  readonly label: string;
  readonly choose: string;
  readonly remove: string;
  /** What the image shows, for whoever does not see it. */
  readonly shown: string;
}

interface ImageFieldProps {
  readonly texts: ImageFieldTexts;
  /** Name of the image; empty for none. */
  readonly image: string;
  readonly onChange: (image: string) => void;
}

/** One image of a form: chosen from this device, shown small, replaced or removed. Saved with the rest of the form. */
export const ImageField = ({ texts, image, onChange }: ImageFieldProps): ReactNode => {
  const { busy, said, choose, input } = useImageUpload(texts.choose, onChange);
  return (
    <div className="sp-row" role="group" aria-label={texts.label}>
      {image !== '' && <img className="sp-thumb" src={imageUrl(image)} alt={texts.shown} />}
      <BusyButton variant="default" leftSection={<IconPhotoPlus size={18} aria-hidden />} busy={busy} onClick={choose}>
        {texts.choose}
      </BusyButton>
      {image !== '' && (
        <Button variant="subtle" color="red" disabled={busy} onClick={() => onChange('')}>
          {texts.remove}
        </Button>
      )}
      <span className="sp-dim sp-small" role="status">
        {said}
      </span>
      {input}
    </div>
  );
};
