import { z } from 'zod';
import zhCN from 'zod/v4/locales/zh-CN.js';
import { bareSchema, fieldMeta } from './form.ts';

/**
 * One Chinese sentence about the first thing wrong with an input. Names the field by its label when the schema that was
 * parsed is given and says one, else by its name on the wire.
 */
export const zhMessage = (error: z.ZodError, schema?: z.ZodType): string => {
  const issue = error.issues[0];
  if (!issue) return '请求内容不正确';
  if (issue.code === 'custom') return issue.message;
  const name = nameOf(issue.path, schema);
  return name === '' ? reason(issue) : `${name}：${reason(issue)}`;
};

const nameOf = (path: readonly PropertyKey[], schema: z.ZodType | undefined): string => {
  let at = schema;
  let label = '';
  for (const key of path) {
    const bare: z.ZodType | undefined = at && bareSchema(at);
    if (bare instanceof z.ZodObject) at = (bare.shape as Record<string, z.ZodType>)[String(key)];
    else if (bare instanceof z.ZodArray) at = bare.element as z.ZodType;
    else at = undefined;
    label = (at && fieldMeta(at)?.label) ?? label;
  }
  return label === '' ? path.filter((key) => typeof key === 'string').join('.') : label;
};

const typeNames: Readonly<Record<string, string>> = {
  string: '文本',
  number: '数字',
  int: '整数',
  boolean: '是或否',
  array: '列表',
  object: '对象',
};

/** The texts that a schema of ours gives are Chinese; those that zod gives by itself are English here. */
const isOurs = (message: string): boolean => /[\u4e00-\u9fff]/.test(message);

const { localeError } = zhCN();

/** Zod's own Chinese text. It names types and patterns: for what nobody can type into a form. */
const zodText = (issue: z.core.$ZodIssue): string => {
  const text = localeError(issue as z.core.$ZodRawIssue);
  return (typeof text === 'string' ? text : text?.message) ?? '内容不正确';
};

const reason = (issue: z.core.$ZodIssue): string => {
  if (issue.code !== 'invalid_type' && isOurs(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.includes('undefined') ? '不能为空' : `应为${typeNames[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_value':
      return '不是可选的值';
    case 'invalid_format':
      return issue.format === 'regex' ? '格式不正确' : zodText(issue);
    default:
      return zodText(issue);
  }
};

const tooSmall = ({ origin, minimum }: z.core.$ZodIssueTooSmall): string => {
  if (origin === 'string') return Number(minimum) <= 1 ? '不能为空' : `至少 ${minimum} 个字符`;
  if (origin === 'array') return `至少 ${minimum} 项`;
  return `不能小于 ${minimum}`;
};

const tooBig = ({ origin, maximum }: z.core.$ZodIssueTooBig): string => {
  if (origin === 'string') return `最多 ${maximum} 个字符`;
  if (origin === 'array') return `最多 ${maximum} 项`;
  return `不能大于 ${maximum}`;
};
