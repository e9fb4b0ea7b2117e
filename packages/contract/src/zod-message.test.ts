import { expect, test } from 'vitest';
import { z } from 'zod';
import { LoginForm } from './accounts.ts';
import { couponsCalls } from './coupons.ts';
import { EntryForm } from './nodes-entries.ts';
import { LineForm } from './nodes-lines.ts';
import { NodeForm } from './nodes.ts';
import { zhMessage } from './zod-message.ts';

const ID = '019aa000-0000-7000-8000-000000000001';

/** The sentence about an input; empty when the input is fine. */
const complaint = (schema: z.ZodType, input: unknown): string => {
  const parsed = schema.safeParse(input);
  return parsed.success ? '' : zhMessage(parsed.error, schema);
};

const line = { name: '东京', agentID: ID, protocol: 'vmesh_tcp' };
const node = {
  name: '东京 1',
  country: { name: '日本', flag: '🇯🇵' },
  type: 'v2ray',
  ip: '203.0.113.5',
  port: 8443,
  serverType: 'ubuntu_x86',
};
const password = 'a'.repeat(64);

test.each([
  [LoginForm, { email: 'a@b.cn', password }, ''],
  [LoginForm, { email: 'a b@c.cn', password }, '邮箱：邮件不正确'],
  [LoginForm, { email: 'a@b.cn', password: 'secret' }, '密码：密码格式不正确'],
  [LoginForm, { password }, '邮箱：不能为空'],
  [LoginForm, { email: 5, password }, '邮箱：应为文本'],
  [LoginForm, 'text', '应为对象'],
  [NodeForm, node, ''],
  [NodeForm, { ...node, name: '  ' }, '名称：不能为空'],
  [NodeForm, { ...node, name: '名'.repeat(65) }, '名称：最多 64 个字符'],
  [NodeForm, { ...node, ctrl_port: 70_000 }, '控制端口：不能大于 65535'],
  [NodeForm, { ...node, port: 1.5 }, '监听端口：应为整数'],
  [NodeForm, { ...node, type: 'other' }, '类型：不是可选的值'],
  [NodeForm, { ...node, ip: '' }, '请填写节点的 IP 或域名'],
  [NodeForm, { ...node, port: null }, '公开端口、监听端口、中转端口至少填写一个'],
  [EntryForm, { name: '入口', ip: '203.0.113.9', ipList: ['203.0.113.10', 'a b'] }, 'IP 列表：应为域名或 IP，不带端口'],
  [LineForm, line, ''],
  [LineForm, { ...line, num: 2, fixName: true }, '固定名字，就不要配置多个，否则会出现重名'],
  [LineForm, { ...line, bridge: 'cf_cdn', bridgeAddr: 'cdn.example' }, '只有 vmesh_ws 协议可以使用 CDN'],
  [LineForm, { ...line, bridge: 'report' }, '请选择入口'],
  [LineForm, { ...line, scale: 1.000_000_1 }, '倍率最多 6 位小数'],
  [couponsCalls.delete.input, { id_list: [] }, 'id_list：至少 1 项'],
  [couponsCalls.recordList.input, { limit: 5000 }, '最近使用的数量：不能大于 1000'],
  [
    couponsCalls.update.input,
    { name: '券', type: 'freeTime', code: 'abcdef', expireTime: '2026-12-01T00:00:00.000Z' },
    '时间体验券的天数必须大于 0',
  ],
] as [z.ZodType, unknown, string][])('input %# is answered with its own sentence', (schema, input, expected) => {
  expect(complaint(schema, input)).toBe(expected);
});

test('without the schema the field is named as on the wire', () => {
  const parsed = NodeForm.safeParse({ ...node, country: { name: '日本', flag: 7 } });
  expect(parsed.error && zhMessage(parsed.error)).toBe('country.flag：应为文本');
});

test('what nobody can type into a form has the message of zod', () => {
  const at = z.object({ at: z.iso.datetime() }).safeParse({ at: 'yesterday' });
  expect(at.error && zhMessage(at.error)).toBe('at：无效ISO日期时间');
  const keys = z.strictObject({}).safeParse({ more: 1 });
  expect(keys.error && zhMessage(keys.error)).toBe('出现未知的键(key): "more"');
});

test('keys that a form does not know are dropped', () => {
  expect(NodeForm.parse({ ...node, updateConfigTimes: 99, status: true })).not.toHaveProperty('updateConfigTimes');
});

test('e-mail addresses are kept in lower case', () => {
  expect(LoginForm.parse({ email: ' Wang@Example.COM ', password }).email).toBe('wang@example.com');
});
