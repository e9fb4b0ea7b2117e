import { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { filesRaw } from '@skyport/contract/files';
import { readCookie } from '../device/cookies.ts';
import { networkFault } from './client.ts';

/** What the server says to an upload: where the image is, or a code of the table. */
interface Answer {
  readonly file?: { readonly filename: string };
  readonly code?: number;
  readonly msg?: string;
}

const parsed = (text: string): Answer | undefined => {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return undefined;
  }
};

/**
 * Sends an image and gives the name it is stored under. `onProgress` hears what share of it (0 to 1) is on its way.
 * Throws CallError for a refusal, and 502 for a failed network.
 */
export const uploadImage = (file: File, onProgress: (share: number) => void): Promise<string> =>
  new Promise((resolve, reject) => {
    const { path } = filesRaw.upload;
    // Not `fetch`: it cannot say how much was sent.
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('file', file);
    request.open('POST', path);
    request.setRequestHeader('Authorization', `Bearer ${readCookie('token') ?? ''}`);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('error', () => reject(networkFault(path)));
    request.addEventListener('load', () => {
      const answer = parsed(request.responseText);
      if (answer?.file) resolve(answer.file.filename);
      else if (typeof answer?.code !== 'number') reject(networkFault(path));
      else reject(new CallError(path, { code: answer.code, data: undefined, msg: answer.msg ?? codes.fault.msg }));
    });
    request.send(form);
  });
