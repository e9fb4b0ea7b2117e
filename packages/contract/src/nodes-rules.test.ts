import { expect, test } from 'vitest';
import { countries, countryOfFlag, flagOfCountry } from './countries.ts';
import { LineProtocol } from './fleet.ts';
import {
  bridgeForNode,
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
