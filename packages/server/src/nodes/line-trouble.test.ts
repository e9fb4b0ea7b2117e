import type { LineSource } from '@skyport/documents/model';
import { source as sample } from '@skyport/documents/testing/samples';
import { expect, test } from 'vitest';
import { lineTrouble } from './line-trouble.ts';

type Changes = { [Part in 'line' | 'node']?: Partial<LineSource[Part]> } & { entry?: LineSource['entry'] };

const source = ({ line, node, entry }: Changes = {}): LineSource =>
  sample({ protocol: 'compat', ...line }, { ip: '203.0.113.7', host: '', port: 443, zzPort: null, ...node }, entry);

const entry = (ip: string, visible = true): LineSource['entry'] => ({ ip, ipList: [], visible });

test.each<[string | undefined, Changes]>([
  [undefined, {}],
  [undefined, { line: { permissionRequire: 'p', disableForAgency: true } }],
  ['节点已停用或尚未接入', { node: { enabled: false } }],
  ['入口不可见', { line: { bridge: 'report' }, node: { zzPort: 443 }, entry: entry('203.0.113.8', false) }],
  ['地址无效', { node: { ip: 'a:b:c' } }],
  ['没有地址', { node: { ip: '' } }],
  ['端口无效', { node: { port: 65_535 }, line: { portOffset: 1 } }],
  ['端口无效', { line: { protocol: 'vmesh_ws', bridge: 'cf_cdn', bridgeAddr: 'cdn.example.org:99999' } }],
  ['密钥已损坏', { line: { protocol: 'ss' } }],
  // Abroad the node itself is dialled, which works.
  [undefined, { line: { bridge: 'report' }, node: { zzPort: 443 }, entry: entry('a:b:c') }],
  ['地址无效', { line: { bridge: 'report' }, node: { zzPort: 443, port: null }, entry: entry('a:b:c') }],
])('a line that can be in no document says why: %s', (why, changes) => {
  const trouble = lineTrouble(source(changes));
  if (why === undefined) expect(trouble).toBeUndefined();
  else expect(trouble).toContain(`不会出现在任何订阅中：${why}`);
});
