/** Bytes after which gateways cut what is paid for. */
export const MOST_SUBJECT_BYTES = 127;
/** Characters of a trade's number that stand for it. */
export const SHORT_TRADE = 8;

const PLACEHOLDER = '{id}';

/** What a template makes of a short number of a trade. */
export const filledSubject = (template: string, short: string): string => template.replaceAll(PLACEHOLDER, short);

/**
 * Why a text cannot be the template of what is paid for, in Chinese; undefined when it can. Fixed words and `{id}`
 * alone, nothing that would split a signed text, at most 127 bytes once it is filled in.
 */
export const subjectProblem = (template: string): string | undefined => {
  if (/[&=\p{Cc}\p{Cf}\p{Cs}]/u.test(template)) return '不能包含 &、= 或不可见的字符';
  if (/[{}]/.test(template.replaceAll(PLACEHOLDER, ''))) return '占位符只能是 {id}';
  const bytes = new TextEncoder().encode(filledSubject(template, 'x'.repeat(SHORT_TRADE))).length;
  return bytes > MOST_SUBJECT_BYTES ? `填入编号后不能超过 ${MOST_SUBJECT_BYTES} 字节（一个汉字 3 字节）` : undefined;
};
