import { createHmac } from 'node:crypto';

/*
 * Forms and signatures of Stripe, written for the tests alone: nothing of the product and nothing of the library that
 * it uses is here, so that a mistake of either is not confirmed by itself.
 */

/** The header over the bytes of an event; `seconds` is when it is sent. */
export const stripeSignature = (body: string, secret: string, seconds: number): string => {
  const hmac = createHmac('sha256', secret).update(`${seconds}.${body}`, 'utf8').digest('hex');
  return `t=${seconds},v1=${hmac}`;
};

/** What a form holds: a text, a list, or names and what they hold. */
export interface FormNode {
  [name: string]: string | FormNode;
}

/** A form whose names say where in an object a value belongs: `a[b][0]=x`. */
export const objectOfForm = (form: string): FormNode => {
  const top: FormNode = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    let node = top;
    for (const part of path.slice(0, -1)) node = (node[part] ??= {}) as FormNode;
    node[path.at(-1)!] = value;
  }
  return top;
};

/** The text at a path; empty where there is none. */
export const textAt = (node: FormNode, ...path: readonly string[]): string => {
  let at: string | FormNode | undefined = node;
  for (const part of path) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at : '';
};
