import { expect, test } from 'vitest';
import { countries, countryOfFlag, flagOfCountry } from './countries.ts';
import { LineProtocol } from './fleet.ts';
import {
  borrowedName,
  bridgeForNode,
  hasHost,
  lineNodeProblem,
  nodeProblems,
  nodeTypePresets,
  nodeTypes,
  protocolForNode,
  protocolsOfNodeType,
} from './nodes-rules.ts';

test('every protocol belongs to exactly one type of node', () => {
  for (const protocol of LineProtocol.options) {
    expect(nodeTypes.filter((type) => protocolsOfNodeType(type).includes(protocol))).toHaveLength(1);
  }
});

test('a line whose protocol its node does not speak is refused', () => {
  expect(lineNodeProblem('h2', 'ss')?.message).toBe('h2 类型的节点不支持 ss 协议');
  expect(lineNodeProblem('v2ray', 'ss')).toBeUndefined();
});

test('choosing an h2 node makes the line h2 without a bridge, any other node sets the bridge to an entry', () => {
  expect([bridgeForNode('h2'), protocolForNode('h2', 'ss')]).toEqual(['none', 'h2']);
  expect([bridgeForNode('v2ray'), protocolForNode('v2ray', 'ss')]).toEqual(['report', 'ss']);
  expect([bridgeForNode('reality'), protocolForNode('reality', 'ss')]).toEqual(['report', 'reality']);
});

test('the presets of node types are those of the specification', () => {
  expect(nodeTypePresets).toEqual({
    v2ray: { ctrl_port: 888, serverType: 'ubuntu_x86' },
    h2: { ctrl_port: 999, zz_port: 443, serverType: 'ubuntu_x86' },
    reality: { ctrl_port: 888, zz_port: 443, port: 443, public_port: 443, serverType: 'ubuntu_reality' },
  });
});

test('WARP and the access log belong to v2ray nodes', () => {
  const node = { type: 'h2', ip: '203.0.113.5', host: '', port: 443, public_port: null, zz_port: null } as const;
  expect(nodeProblems({ ...node, warp: true, open_log: true }).map((p) => p.field)).toEqual(['warp', 'open_log']);
});

test('a node needs one address and one port of the three', () => {
  const node = { type: 'v2ray', ip: '', host: '', port: null, public_port: null, zz_port: null } as const;
  const fieldsOf = (more: object) =>
    nodeProblems({ ...node, warp: false, open_log: false, ...more }).map((problem) => problem.field);
  expect(fieldsOf({})).toEqual(['ip', 'public_port']);
  expect(fieldsOf({ host: 'a.example.com', zz_port: 443 })).toEqual([]);
  expect(fieldsOf({ ip: '203.0.113.5', port: 443 })).toEqual([]);
});

test('REALITY borrows the first name of line, node and target, and never an address', () => {
  const node = { host: 'node.example.com' };
  expect(borrowedName({ host: 'line.example.com', realityTarget: 'a.example.com:443' }, node)).toBe('line.example.com');
  expect(borrowedName({ host: '', realityTarget: 'a.example.com:443' }, node)).toBe('node.example.com');
  expect(borrowedName({ realityTarget: 'a.example.com:443' }, undefined)).toBe('a.example.com');
  expect(borrowedName({ realityTarget: 'localhost:8443' }, { host: '203.0.113.9' })).toBe('localhost');
  for (const host of ['203.0.113.9', '2001:db8::1', '::ffff:203.0.113.9', ''])
    expect(borrowedName({ host, realityTarget: '203.0.113.9:443' }, { host })).toBe('');
});

test('a CDN finds the node by the host of line or node', () => {
  expect([hasHost({ host: 'a' }, { host: '' }), hasHost({ host: '' }, { host: 'b' })]).toEqual([true, true]);
  expect([hasHost({ host: '' }, { host: '' }), hasHost({}, undefined)]).toEqual([false, false]);
});

test('flags and country codes name each other', () => {
  expect(countryOfFlag('🇯🇵')).toBe('JP');
  expect([countryOfFlag(''), countryOfFlag('🏴'), countryOfFlag('JP')]).toEqual(['', '', '']);
  for (const { code, flag, name } of countries) {
    expect(countryOfFlag(flag)).toBe(code);
    expect(flagOfCountry(code)).toBe(flag);
    expect(name).toMatch(/[\u4e00-\u9fff]/);
  }
  expect(new Set(countries.map((c) => c.code)).size).toBe(countries.length);
});
