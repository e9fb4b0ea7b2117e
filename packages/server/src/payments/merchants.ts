import { OutgoingFault, type OutgoingAnswer } from '../platform/outgoing.ts';
import { PaymentFault } from '../platform/payment-providers.ts';
import type { KindParts } from './kinds/kind.ts';
import { isPlain } from './plain-address.ts';
import type { unreachedTexts } from './unreached.ts';

/** What an instance lacks to be used, as a Chinese sentence; undefined for one that can be used. */
export const lackIn = (merchant: object | string): string | undefined =>
  typeof merchant === 'string' ? merchant : undefined;

/** The merchant of an instance. Throws for the sentence of what it lacks. */
export const usableIn = <Merchant extends object>(instance: string, merchant: Merchant | string): Merchant => {
  if (typeof merchant === 'string') throw new Error(`the instance ${instance} lacks what it needs`);
  return merchant;
};

/** Tries a merchant out by `ask`, which says what the answer is worth; gives a Chinese sentence of what is wrong. */
export const tryOut = async (
  { notifyUrl, returnUrl }: Pick<KindParts, 'notifyUrl' | 'returnUrl'>,
  texts: Readonly<Record<keyof ReturnType<typeof unreachedTexts> | 'urls', string>>,
  ask: () => Promise<string | undefined>,
): Promise<string | undefined> => {
  if (![notifyUrl, returnUrl].every(isPlain)) return texts.urls;
  try {
    return await ask();
  } catch (fault) {
    if (fault instanceof OutgoingFault) return texts[fault.code];
    throw fault;
  }
};

/** An answer, or undefined when nobody has given one. */
export const heard = async (answer: Promise<OutgoingAnswer>): Promise<OutgoingAnswer | undefined> => {
  try {
    return await answer;
  } catch (fault) {
    if (fault instanceof OutgoingFault) return undefined;
    throw fault;
  }
};

const LONGEST_ADDRESS = 2048;

/** A page that customers can be sent to. Throws for what is none. */
export const pageOf = ({ parts }: { readonly parts: Pick<KindParts, 'http'> }, text = ''): string => {
  const url = text.length > LONGEST_ADDRESS ? null : URL.parse(text);
  if (!url || parts.http.problemOf(url) !== undefined)
    throw new PaymentFault('invalid', 'the provider has no page to pay at');
  return text;
};
