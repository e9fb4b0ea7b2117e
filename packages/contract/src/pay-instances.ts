import { z } from 'zod';
import { access, call } from './call.ts';
import { field } from './form.ts';
import { PayMode } from './orders.ts';
import { type PayFieldName, payFieldNames } from './pay-kind.ts';
import { payKindNames, payKinds } from './pay-kinds.ts';
import { subjectProblem } from './pay-subject.ts';
import { ChangeName, Done, Nothing } from './shapes.ts';
import { FenAmount, Id, Instant, Line, TextOf } from './units.ts';

/** The dearest fee that can be asked: in percent of what is to be paid, and in yuan beside it. */
export const MOST_FEE_PERCENT = 20;
export const MOST_FEE_FIXED = 100;
/** Minutes for which a trade can be paid, at least and at most. */
export const WINDOW_MINUTES = { least: 5, most: 1440, usual: 120 } as const;
/** Payment instances that an installation may have. */
export const MOST_INSTANCES = 50;

/** A field of the kinds that have one of that name, as long as the longest of them; the handler asks the rest. */
const kindField = (name: PayFieldName): z.ZodDefault<z.ZodString> => {
  const rows = payKindNames.flatMap((kind) => payKinds[kind].fields[name] ?? []);
  const { label, maxLength: _most, lasting: _lasting, travels: _travels, ...meta } = rows[0]!;
  return field(label, TextOf(Math.max(...rows.map(({ maxLength }) => maxLength))).default(''), meta);
};

const kindFields = Object.fromEntries(payFieldNames.map((name) => [name, kindField(name)])) as Record<
  PayFieldName,
  z.ZodDefault<z.ZodString>
>;

/** A share in percent with at most 4 decimals: parts per million inside. */
const Percent = z
  .number()
  .min(0)
  .max(MOST_FEE_PERCENT, `不能超过 ${MOST_FEE_PERCENT}`)
  .refine((n) => Math.abs(n * 1e4 - Math.round(n * 1e4)) < 1e-6, '最多 4 位小数');

const Subject = Line(60).superRefine((text, context) => {
  const problem = subjectProblem(text);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});

const { least, most, usual } = WINDOW_MINUTES;

/** What can be said of an instance of any kind. Which of the kind's fields there are is the kind's matter. */
const terms = {
  label: field('名称', Line(40).min(1, '不能为空'), { help: '员工和用户在交易中看到的通道名称' }),
  fee_percent: field('手续费率', Percent.default(0), {
    unit: '%',
    help: '在应付金额上加收，向上取整到分；付款前向用户显示，不参与返利',
  }),
  fee_fixed: field('固定手续费', FenAmount.max(MOST_FEE_FIXED, `不能超过 ${MOST_FEE_FIXED}`).default(0), {
    unit: '元',
    help: '每笔另外加收',
  }),
  subject: field('商品名称', Subject.default(''), {
    help: '网关看到的商品名称，{id} 代表交易的短编号；留空为“商品-{id}”',
  }),
  window_minutes: field('付款时限', z.number().int().min(least).max(most).default(usual), {
    unit: '分钟',
    help: '超过后交易关闭；此后到账的款项仍会入账',
  }),
};

const version = z.number().int().positive();

/** A payment instance as its form sends it; an empty secret keeps what is stored. */
export const PayInstanceForm = z.object({ ...terms, ...kindFields });

/** A payment instance as staff see it; secrets are empty texts. */
export const PayInstance = z.object({
  _id: Id,
  /** Its name in trades, in the ledger and in settings. */
  name: z.string(),
  kind: z.enum(payKindNames),
  label: z.string(),
  ...(Object.fromEntries(payFieldNames.map((name) => [name, z.string()])) as Record<PayFieldName, z.ZodString>),
  /** Secrets that are set. */
  secrets: z.array(z.enum(payFieldNames)),
  fee_percent: z.number().nonnegative(),
  fee_fixed: z.number().nonnegative(),
  subject: z.string(),
  window_minutes: z.number().int(),
  on: z.boolean(),
  /** What it lacks to be used, in Chinese; empty when nothing. */
  problem: z.string(),
  /** Ways to pay that it can serve, and those for which the settings have chosen it. */
  modes: z.array(PayMode),
  chosen: z.array(PayMode),
  /** Whether there is a trade of it; then it cannot be deleted. */
  has_trades: z.boolean(),
  /** Where its gateway notifies us; empty while we do not know our own address. */
  notify_url: z.string(),
  version,
  create_time: Instant,
});
export type PayInstance = z.output<typeof PayInstance>;

const OneVersion = z.object({ _id: Id, version });

export const payInstanceCalls = {
  instances: call({
    path: '/api/admin/pay_instance/list',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'Every payment instance, oldest first; secrets as empty texts.',
    input: Nothing,
    output: z.array(PayInstance),
    fails: [],
  }),
  makeInstance: call({
    path: '/api/admin/pay_instance/create',
    access: access.admin,
    rate: 'change',
    audit: 'payInstance',
    stepUp: 'always',
    summary:
      'Makes a payment instance, switched off, with its account in the ledger. 1109 beyond 50. The same `change` creates once, and answers with what it made again; 1109 with another form.',
    input: PayInstanceForm.extend({ kind: field('类型', z.enum(payKindNames)), change: ChangeName.optional() }),
    output: PayInstance,
    fails: ['notFound', 'conflict'],
  }),
  updateInstance: call({
    path: '/api/admin/pay_instance/update',
    access: access.admin,
    rate: 'change',
    audit: 'payInstance',
    stepUp: 'always',
    summary: 'Saves a payment instance; an empty secret keeps what is stored. 1109 when `version` is old.',
    input: PayInstanceForm.extend({ _id: Id, version }),
    output: PayInstance,
    fails: ['notFound', 'conflict'],
  }),
  switchInstance: call({
    path: '/api/admin/pay_instance/switch',
    access: access.admin,
    rate: 'change',
    audit: 'payInstance',
    stepUp: 'always',
    summary:
      'Switches a payment instance on or off. One that is off begins no payment and still takes notifications. 1109 when it lacks something, or `version` is old.',
    input: OneVersion.extend({ on: z.boolean() }),
    output: PayInstance,
    fails: ['notFound', 'conflict'],
  }),
  deleteInstance: call({
    path: '/api/admin/pay_instance/delete',
    access: access.admin,
    rate: 'change',
    audit: 'payInstance',
    stepUp: 'always',
    summary: 'Deletes a payment instance. 1109 when there are trades or money of it, or the settings have chosen it.',
    input: OneVersion,
    output: Done,
    fails: ['notFound', 'conflict'],
  }),
  testInstance: call({
    path: '/api/admin/pay_instance/test',
    access: access.admin,
    rate: 'change',
    audit: 'payInstance',
    summary: 'Asks the gateway of a saved payment instance who we are; `problem` is a Chinese sentence, or null.',
    input: z.object({ _id: Id }),
    output: z.object({ problem: z.string().nullable() }),
    fails: ['notFound'],
  }),
} as const;
