import { MantineProvider } from '@mantine/core';
import { field } from '@skyport/contract/form';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { setWidth } from '../../testing/browser.ts';
import { commonTexts } from '../common-texts.ts';
import { problemsOf } from './check.ts';
import { type FieldSpec, fieldsOf } from './field-spec.ts';
import { FormWindow, type FormWindowProps } from './form-window.tsx';
import { texts } from './texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import './form-frame.tsx';

const Schema = z.object({
  name: field('名称', z.string().trim().min(1)),
  kind: field('类型', z.enum(['plain', 'timed']), { choices: { plain: '普通', timed: '限时' } }),
  hours: field('小时数', z.number().int().min(0).default(0), { unit: '小时', help: '到时收回' }),
  port: field('端口', z.number().int().min(1).nullable().default(null)),
  size: field('流量', z.number().int().default(0)),
  on: field('启用', z.boolean().default(true)),
  list: field('列表', z.array(z.string()).default([])),
  key: field('密钥', z.string().default(''), { secret: true, multiline: true }),
});
type Values = z.input<typeof Schema>;

const start: Values = { name: '', kind: 'plain', hours: 0, port: null, size: 1024, on: true, list: ['a'], key: '' };

const fields: readonly FieldSpec<Values>[] = [
  {
    name: 'name',
    beside: (put) => (
      <button type="button" onClick={() => put('随机名')}>
        随机
      </button>
    ),
  },
  { name: 'kind', effect: ({ kind }) => (kind === 'timed' ? { hours: 24, port: 443, size: 4096 } : {}) },
  { name: 'hours', when: ({ kind }) => kind === 'timed' },
  {
    name: 'port',
    required: ({ kind }) => kind === 'timed',
    note: ({ port }, change) =>
      port === 1 && (
        <button type="button" onClick={() => change({ hours: 5, kind: 'timed', list: ['b', 'c'] })}>
          用常见端口
        </button>
      ),
  },
  { name: 'size', unit: 'K', show: (kept) => Number(kept) / 1024, take: (typed) => Math.round(Number(typed) * 1024) },
  { name: 'on' },
  { name: 'list' },
  { name: 'key' },
];

type Save = FormWindowProps<typeof Schema>['onSave'];

const Demo = ({ onSave, only = fields }: { onSave: Save; only?: readonly FieldSpec<Values>[] }) => {
  const [value, setValue] = useState<Values | undefined>(start);
  return (
    <MantineProvider env="test">
      <FormWindow
        title="新增"
        schema={Schema}
        fields={only}
        value={value}
        onSave={onSave}
        onClose={() => setValue(undefined)}
      />
    </MantineProvider>
  );
};

beforeEach(() => setWidth(1440));
afterEach(cleanup);

/** A form's code is fetched when it opens: its buttons tell that it is there. */
const show = async (demo: ReactElement): Promise<void> => {
  render(demo);
  await screen.findByText(commonTexts.confirm);
};

const shown = (label: string): string => screen.getByLabelText<HTMLInputElement>(label).value;

test('labels, units and help come from the contract, the kind of input from the schema', () => {
  const known = fieldsOf(Schema, fields);
  expect(known.map(({ name, label, kind }) => [name, label, kind])).toEqual([
    ['name', '名称', 'text'],
    ['kind', '类型', 'select'],
    ['hours', '小时数', 'number'],
    ['port', '端口', 'number'],
    ['size', '流量', 'number'],
    ['on', '启用', 'switch'],
    ['list', '列表', 'lines'],
    ['key', '密钥', 'secret'],
  ]);
  expect([known[2]!.unit, known[2]!.help, known[3]!.nullable]).toEqual(['小时', '到时收回', true]);
  expect(known[1]!.choices({})).toEqual([
    { value: 'plain', label: '普通' },
    { value: 'timed', label: '限时' },
  ]);
});

test('an input of numbers has the bounds of the contract, or its own, in the unit that it shows', async () => {
  const Numbers = z.object({
    rate: field('比例', z.number().min(0.05).max(0.5)),
    days: field('天数', z.number().int().min(0).max(30)),
    size: field('流量', z.number().int().min(1024).default(1024)),
    any: field('任意', z.number().int()),
    name: field('名称', z.string().min(2).max(4)),
  });
  const inKilobytes = { show: (kept: unknown) => Number(kept) / 1024, take: (typed: string) => Number(typed) * 1024 };
  const specs: readonly FieldSpec<z.input<typeof Numbers>>[] = [
    { name: 'rate', step: 0.01 },
    { name: 'days', min: 1 },
    { name: 'size', ...inKilobytes },
    { name: 'any' },
    { name: 'name' },
  ];
  expect(fieldsOf(Numbers, specs).map(({ bounds }) => bounds)).toEqual([
    { min: 0.05, max: 0.5, step: 0.01 },
    { min: 1, max: 30, step: 1 },
    { min: 1 },
    { step: 1 },
    {},
  ]);
});

test('a number beyond the bounds stays as it was typed, and is refused in words', async () => {
  const onSave = vi.fn(async () => true);
  await show(<Demo onSave={onSave} />);
  const input = screen.getByLabelText<HTMLInputElement>('端口');
  expect([input.min, input.max, input.step]).toEqual(['1', '', '1']);
  await userEvent.type(screen.getByLabelText('名称'), '香港');
  await userEvent.type(input, '0');
  await userEvent.click(screen.getByRole('button', { name: commonTexts.confirm }));
  expect(await screen.findByText('不能小于 1')).toBeDefined();
  expect(input.value).toBe('0');
  expect(onSave).not.toHaveBeenCalled();
});

test('a field that the schema does not have is a mistake of the program', () => {
  expect(() => fieldsOf(Schema, [{ name: 'nothing' } as never])).toThrow('no field nothing');
});

test('problems are said in Chinese, field by field, without repeating the name', () => {
  expect(problemsOf(Schema, { ...start, port: 0 })).toEqual({ name: '不能为空', port: '不能小于 1' });
});

test('an invalid form is not saved and says why at the field', async () => {
  const onSave = vi.fn(async () => true);
  await show(<Demo onSave={onSave} />);
  await userEvent.click(screen.getByRole('button', { name: commonTexts.confirm }));
  expect(await screen.findByText('不能为空')).toBeDefined();
  expect(onSave).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText('名称'), '香港');
  expect(screen.queryByText('不能为空')).toBeNull();
});

test('what has to be filled in is marked, and only that', async () => {
  await show(<Demo onSave={async () => true} />);
  const required = (label: string) => screen.getByLabelText(label).getAttribute('aria-required');
  expect(screen.getByText(texts.required)).toBeDefined();
  // 流量 has a default, which is no help once the input was emptied.
  expect(['名称', '类型', '流量'].map(required)).toEqual(['true', 'true', 'true']);
  expect(['端口', '启用', '列表', '密钥'].map(required)).toEqual([null, null, null, null]);
  await userEvent.selectOptions(screen.getByLabelText('类型'), '限时');
  expect(['端口', '小时数'].map(required)).toEqual(['true', 'true']);
});

test('what cannot be changed is not marked as something to fill in', async () => {
  const locked = [{ name: 'name', locked: () => true }, ...fields.slice(1)] as readonly FieldSpec<Values>[];
  const save = async () => true;
  await show(
    <MantineProvider env="test">
      <FormWindow title="编辑" schema={Schema} fields={locked} value={start} onSave={save} onClose={() => undefined} />
    </MantineProvider>,
  );
  const marks = ['名称', '类型'].map((label) => screen.getByLabelText(label).getAttribute('aria-required'));
  expect(marks).toEqual([null, 'true']);
});

test('a masked secret does not wrap; one of several lines wraps while it is shown', async () => {
  await show(<Demo onSave={async () => true} />);
  const key = await screen.findByRole('textbox', { name: '密钥' });
  expect(key.getAttribute('wrap')).toBe('off');
  await userEvent.click(screen.getByRole('button', { name: `${texts.show}密钥` }));
  expect(key.getAttribute('wrap')).toBe('soft');
});

test('a secret of one line has room for one line', () => {
  const One = z.object({ key: field('密钥', z.string(), { secret: true }) });
  expect(fieldsOf(One, [{ name: 'key' }]).map(({ multiline, wide }) => [multiline, wide])).toEqual([[false, false]]);
  expect(fieldsOf(Schema, [{ name: 'key' }]).map(({ multiline, wide }) => [multiline, wide])).toEqual([[true, true]]);
});

test('what is marked is refused when it is emptied, and what is not marked is not', () => {
  const emptied = (name: string, value: unknown) =>
    Object.keys(problemsOf(Schema, { ...start, name: '香港', [name]: value }));
  expect([emptied('size', ''), emptied('hours', ''), emptied('name', '')]).toEqual([['size'], ['hours'], ['name']]);
  expect([emptied('port', null), emptied('list', []), emptied('key', '')]).toEqual([[], [], []]);
});

test('a refusal stands at its field, which is looked at, until the field is changed', async () => {
  const refused: Save = async (_values, onRefused) => onRefused({ field: 'port', message: '端口已被占用' });
  await show(<Demo onSave={refused} />);
  await userEvent.type(screen.getByLabelText('名称'), '香港');
  await userEvent.click(screen.getByRole('button', { name: commonTexts.confirm }));
  expect(await screen.findByText('端口已被占用')).toBeDefined();
  const port = screen.getByLabelText('端口');
  await waitFor(() => expect(document.activeElement).toBe(port));
  expect(port.getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(port, '8');
  expect(screen.queryByText('端口已被占用')).toBeNull();
});

test('a note below a field changes several at one click', async () => {
  await show(<Demo onSave={async () => true} />);
  await userEvent.type(screen.getByLabelText('端口'), '1');
  await userEvent.click(await screen.findByText('用常见端口'));
  expect(['小时数', '列表'].map(shown)).toEqual(['5', 'b\nc']);
  // What hangs on the choice comes with it, but for what was asked for outright.
  expect(['端口', '流量'].map(shown)).toEqual(['443', '4']);
});

test('what was typed arrives with its types, converted and trimmed', async () => {
  const onSave = vi.fn<(values: z.output<typeof Schema>) => Promise<boolean>>(async () => true);
  await show(<Demo onSave={onSave} />);
  await userEvent.type(screen.getByLabelText('名称'), ' 香港 ');
  await userEvent.clear(screen.getByLabelText('流量'));
  await userEvent.type(screen.getByLabelText('流量'), '2.5');
  await userEvent.click(screen.getByLabelText('启用'));
  await userEvent.type(screen.getByLabelText('列表'), '\n b \n');
  await userEvent.click(screen.getByRole('button', { name: commonTexts.confirm }));
  await waitFor(() =>
    expect(onSave.mock.calls.map(([values]) => values)).toEqual([
      { ...start, name: '香港', size: 2560, on: false, list: ['a', 'b'] },
    ]),
  );
  await waitFor(() => expect(screen.queryByText(commonTexts.confirm)).toBeNull());
});

test('a number is typed with zeros behind its point, and keeps them', async () => {
  await show(<Demo onSave={async () => true} />);
  await userEvent.selectOptions(screen.getByLabelText('类型'), '限时');
  await userEvent.clear(screen.getByLabelText('小时数'));
  await userEvent.type(screen.getByLabelText('小时数'), '10.0');
  expect(shown('小时数')).toBe('10.0');
  await userEvent.type(screen.getByLabelText('小时数'), '5');
  expect(shown('小时数')).toBe('10.05');
});

test('a choice changes the fields that hang on it and shows those that belong to it', async () => {
  await show(<Demo onSave={async () => true} />);
  expect(screen.queryByLabelText('小时数')).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('类型'), '限时');
  expect(['小时数', '端口', '流量'].map(shown)).toEqual(['24', '443', '4']);
});

test('a value put in by a button beside the input replaces it', async () => {
  await show(<Demo onSave={async () => true} />);
  await userEvent.click(screen.getByText('随机'));
  expect((screen.getByLabelText('名称') as HTMLInputElement).value).toBe('随机名');
});

test('a refused save leaves the window as it was', async () => {
  await show(<Demo onSave={async () => false} />);
  await userEvent.type(screen.getByLabelText('名称'), '香港');
  await userEvent.click(screen.getByRole('button', { name: commonTexts.confirm }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: commonTexts.confirm }).hasAttribute('disabled')).toBe(false),
  );
  expect((screen.getByLabelText('名称') as HTMLInputElement).value).toBe('香港');
});

test('leaving a changed form asks, an unchanged one closes at once', async () => {
  await show(<Demo onSave={async () => true} />);
  await userEvent.type(screen.getByLabelText('名称'), '香');
  await userEvent.click(screen.getByText(commonTexts.cancel));
  expect(await screen.findByText(commonTexts.unsaved)).toBeDefined();
  expect(screen.getByLabelText('名称')).toBeDefined();
  await userEvent.click(screen.getByText(commonTexts.leave));
  await waitFor(() => expect(screen.queryByLabelText('名称')).toBeNull());
  cleanup();
  await show(<Demo onSave={async () => true} />);
  await userEvent.click(screen.getByText(commonTexts.cancel));
  await waitFor(() => expect(screen.queryByLabelText('名称')).toBeNull());
});

test('phones get a drawer with the same form', async () => {
  setWidth(390);
  await show(<Demo onSave={async () => true} />);
  expect(document.querySelector('.mantine-Drawer-root')).not.toBeNull();
  expect(screen.getByLabelText('名称')).toBeDefined();
});

test('choosing the option that is already chosen keeps it', async () => {
  const Place = z.object({ node: field('节点', z.string()) });
  const choices = [{ value: 'n1', label: '香港一号' }];
  await show(
    <MantineProvider env="test">
      <FormWindow
        title="新增线路"
        schema={Place}
        fields={[{ name: 'node', as: 'search', choices }]}
        value={{ node: 'n1' }}
        onSave={async () => false}
        onClose={() => undefined}
      />
    </MantineProvider>,
  );
  const input = screen.getByLabelText<HTMLInputElement>('节点', { selector: 'input' });
  await userEvent.click(input);
  await userEvent.click(await screen.findByRole('option', { name: '香港一号' }));
  expect(input.value).toBe('香港一号');
});

test('a form of one field is no drawer of 92 % on a phone', async () => {
  setWidth(390);
  const size = (): string => document.querySelector('.mantine-Drawer-root')!.getAttribute('style') ?? '';
  await show(<Demo onSave={vi.fn<Save>()} only={fields.slice(0, 1)} />);
  expect(size()).toContain('--drawer-size: var(--drawer-size-auto)');
  cleanup();
  await show(<Demo onSave={vi.fn<Save>()} />);
  expect(size()).toContain('--drawer-size: 92%');
});

test('a form of one field is no window of the width of a dozen', async () => {
  await show(<Demo onSave={vi.fn<Save>()} only={fields.slice(0, 1)} />);
  const width = (): string => document.querySelector('.mantine-Modal-root')!.getAttribute('style') ?? '';
  const narrow = width();
  cleanup();
  await show(<Demo onSave={vi.fn<Save>()} />);
  expect(narrow).toContain(`--modal-size: calc(${480 / 16}rem`);
  expect(width()).toContain(`--modal-size: calc(${720 / 16}rem`);
});

test('a form keeps what was typed when its screen is turned, on a phone as at a desk', async () => {
  for (const [from, to] of [
    [390, 844],
    [1440, 390],
  ] as const) {
    setWidth(from);
    await show(<Demo onSave={async () => true} />);
    await userEvent.type(screen.getByLabelText('名称'), '香港');
    setWidth(to);
    await userEvent.type(screen.getByLabelText('名称'), '一号');
    expect(shown('名称')).toBe('香港一号');
    cleanup();
  }
});
