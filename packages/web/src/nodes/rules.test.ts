import { LineForm } from '@skyport/contract/nodes-lines';
import { nodeTypes } from '@skyport/contract/nodes-rules';
import { NodeForm, type NodeView } from '@skyport/contract/nodes';
import { expect, test } from 'vitest';
import { bridgesOf } from './line-fields.tsx';
import {
  entryOf,
  hasJoined,
  newLine,
  newNode,
  nodeForNewLine,
  nodeValues,
  changesForBridge,
  changesForNode,
  presetsOfType,
  timeLeft,
} from './rules.ts';
import { sampleNode } from './testing.ts';

test('choosing a type fills in its ports and its install script', () => {
  expect(presetsOfType({ ...newNode(), type: 'h2' })).toMatchObject({
    ctrl_port: 999,
    zz_port: 443,
    serverType: 'ubuntu_x86',
  });
  expect(presetsOfType({ ...newNode(), type: 'reality' })).toMatchObject({
    ctrl_port: 888,
    zz_port: 443,
    port: 443,
    public_port: 443,
    serverType: 'ubuntu_reality',
  });
  expect(presetsOfType({ ...newNode(), type: 'v2ray' })).toEqual({ ctrl_port: 888, serverType: 'ubuntu_x86' });
});

test('what only v2ray nodes have is switched off with the type, so that nothing hidden stops the save', () => {
  for (const type of nodeTypes.filter((other) => other !== 'v2ray')) {
    const values = { ...newNode(), name: 'a', ip: '203.0.113.1', port: 1, warp: true, open_log: true, type };
    expect(NodeForm.safeParse({ ...values, ...presetsOfType(values) }).success).toBe(true);
  }
});

test('a new line begins with the node that is listed alone, or with the only one there is', () => {
  const other = { ...sampleNode, _id: 'other' };
  expect(nodeForNewLine([sampleNode, other], 'other')).toBe(other);
  expect(nodeForNewLine([sampleNode, other], '')).toBeUndefined();
  expect(nodeForNewLine([sampleNode], '')).toBe(sampleNode);
  expect(nodeForNewLine([], '')).toBeUndefined();
});

test('a copy is a new node that takes over the stored SSH password', () => {
  const edited = nodeValues(sampleNode, 'edit');
  const copied = nodeValues(sampleNode, 'copy');
  expect([edited._id, edited.copy_of]).toEqual([sampleNode._id, undefined]);
  expect([copied._id, copied.copy_of]).toEqual([undefined, sampleNode._id]);
  expect(copied).not.toHaveProperty('health');
  expect(NodeForm.safeParse(copied).success).toBe(true);
});

test('an h2 node forces protocol and bridge of its lines; others propose the entry', () => {
  const line = { ...newLine(undefined), bridge: 'report' as const, entryID: sampleNode._id };
  expect(changesForNode(line, { ...sampleNode, type: 'h2' })).toEqual({
    protocol: 'h2',
    bridge: 'none',
    entryID: null,
  });
  expect(changesForNode(line, { ...sampleNode, type: 'reality' })).toEqual({ protocol: 'reality', bridge: 'report' });
  expect(changesForNode({ ...line, protocol: 'ss' }, sampleNode)).toEqual({ protocol: 'ss', bridge: 'report' });
  expect(bridgesOf({ protocol: 'h2' })).toEqual(['none']);
});

test('only WebSocket goes through a CDN', () => {
  expect(bridgesOf({ protocol: 'vmesh_ws' })).toContain('cf_cdn');
  expect(bridgesOf({ protocol: 'ss' })).toEqual(['none', 'report']);
});

test('what belongs to another bridge is forgotten', () => {
  const line = { ...newLine(undefined), entryID: sampleNode._id, bridgeAddr: 'cdn.example.com' };
  expect(changesForBridge({ ...line, bridge: 'none' })).toEqual({ entryID: null, bridgeAddr: '' });
  expect(changesForBridge({ ...line, bridge: 'report' })).toEqual({ bridgeAddr: '' });
  expect(changesForBridge({ ...line, bridge: 'cf_cdn' })).toEqual({ entryID: null });
});

test('a fixed name with several copies is refused with the sentence of the specification', () => {
  const line = { ...newLine(sampleNode), name: 'a', bridge: 'none', fixName: true, num: 2 };
  expect(LineForm.safeParse(line).error?.issues.map((issue) => issue.message)).toEqual([
    '固定名字，就不要配置多个，否则会出现重名',
  ]);
});

test('a line shows its entry, an unknown entry, or that it is direct', () => {
  const entry = { _id: sampleNode._id, name: '广州入口', ip: 'a', index: 0, ipList: [], desc: '', visible: true };
  expect(entryOf({ bridge: 'report', entryID: entry._id }, [entry])).toBe('广州入口');
  expect(entryOf({ bridge: 'report', entryID: entry._id }, [])).toBe('未知入口');
  expect(entryOf({ bridge: 'none', entryID: entry._id }, [entry])).toBe('直连');
  expect(entryOf({ bridge: 'cf_cdn', entryID: null }, [entry])).toBe('直连');
});

test('a node has joined when it is known now and was not before, or has answered since', () => {
  const fresh: NodeView = { ...sampleNode, enrolled: false, reached_at: null };
  const since = Date.parse('2026-11-01T00:00:00Z');
  const answered: NodeView = { ...sampleNode, reached_at: '2026-11-01T00:00:05.000Z' };
  expect(hasJoined({ node: fresh, since }, fresh)).toBe(false);
  expect(hasJoined({ node: fresh, since }, sampleNode)).toBe(true);
  expect(hasJoined({ node: sampleNode, since }, { ...sampleNode, reached_at: '2026-10-31T23:59:59.000Z' })).toBe(false);
  expect(hasJoined({ node: sampleNode, since }, answered)).toBe(true);
});

test('what is left of a code is said in minutes and seconds', () => {
  expect([timeLeft(1_745_000), timeLeft(59_001), timeLeft(-5)]).toEqual(['29:05', '1:00', '0:00']);
});
