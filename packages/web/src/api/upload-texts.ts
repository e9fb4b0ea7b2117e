import { imageTexts } from '@skyport/contract/profile-texts';
import { toast } from '../ui/toasts.ts';

/** What every field for an image says beside its own labels. */
export const uploadTexts = {
  hint: 'jpg、png、webp，不超过 4 M',
  sending: (percent: number) => `上传中 ${percent}%`,
  working: '处理中…',
  tooBig: toast(imageTexts.tooBig),
  wrongType: toast(imageTexts.wrongType),
} as const;
