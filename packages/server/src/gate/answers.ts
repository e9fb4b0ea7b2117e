import { codes, type CodeName } from '@skyport/contract/codes';
import { seal } from '@skyport/contract/envelope';

/** A sealed answer body: `{"data": base64(...)}` of code, data and msg. */
export interface Sealed {
  readonly data: string;
}

/** A successful answer. */
export const answer = (data: unknown): Sealed => ({ data: seal({ code: codes.ok.code, data, msg: codes.ok.msg }) });

/** An answer that refuses, with the table's message unless another is given. */
export const refusal = (reason: CodeName, message?: string): Sealed => ({
  data: seal({ code: codes[reason].code, data: null, msg: message ?? codes[reason].msg }),
});
