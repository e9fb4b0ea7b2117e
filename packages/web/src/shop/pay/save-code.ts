import { fetchCode } from '../../device/fetch-code.ts';
import { thisPlatform } from '../../device/platform.ts';
import { saveFile } from '../../ui/save-file.ts';
import { showToast } from '../../ui/toasts.ts';
import type { PayCode } from './pay-rules.ts';
import { payTexts } from './pay-texts.ts';

const texts = payTexts.waiting;

const NAME = 'pay-code';
const TYPE = 'image/png';
/** Side of the picture in pixels: apps find a code in a picture better when it is large. */
const SIDE = 720;

/** A code as a picture, black on white with a wide edge. Throws where it cannot be drawn. */
const pictureOf = async (text: string): Promise<Blob> => {
  const { toCanvas } = await fetchCode(() => import('qrcode'));
  const canvas = document.createElement('canvas');
  await toCanvas(canvas, text, { width: SIDE, margin: 4, errorCorrectionLevel: 'M' });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the code was not drawn'))), TYPE);
  });
};

/** The file of a picture that is a data URL in base64. */
const fileOfPicture = (url: string): File => {
  const [, type = '', format = '', data = ''] = /^data:(image\/(\w+));base64,(.+)$/.exec(url) ?? [];
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  return new File([bytes], `${NAME}.${format === 'jpeg' ? 'jpg' : format}`, { type });
};

const fileOf = async ({ text, isPicture }: PayCode): Promise<File> =>
  isPicture ? fileOfPicture(text) : new File([await pictureOf(text)], `${NAME}.png`, { type: TYPE });

const isCancelled = (problem: unknown): boolean => problem instanceof Error && problem.name === 'AbortError';

/** iOS keeps files away from its album; only what is shared can be put there. */
const share = async (file: File): Promise<void> => {
  try {
    await navigator.share({ files: [file] });
  } catch (problem) {
    if (!isCancelled(problem)) throw problem;
  }
};

/** Saves a code as a picture, so that an app finds it in the album. */
export const saveCode = async (code: PayCode): Promise<void> => {
  try {
    const file = await fileOf(code);
    if (thisPlatform() === 'iOS' && navigator.canShare?.({ files: [file] })) return await share(file);
    saveFile(file.name, [file], file.type);
    showToast(texts.saved, 'success');
  } catch {
    showToast(texts.saveFailed, 'error');
  }
  return undefined;
};
