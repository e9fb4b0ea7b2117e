import { installMessage, MESSAGE_MARK } from '@skyport/contract/install-messages';
import { expect, test } from 'vitest';
import { logText } from './log-text.ts';
import { messageText } from './message-texts.ts';

const line = (message: object): string => `12:00:01 ${MESSAGE_MARK}${JSON.stringify(message)}`;

test('messages of the panel are shown as texts, with their values', () => {
  const log = [line(installMessage('connecting', 'root@203.0.113.7:22')), line(installMessage('nothingToSend')), ''];
  expect(logText(log.join('\n'))).toBe(
    '12:00:01 连接 root@203.0.113.7:22\n12:00:01 服务器上的文件已经齐全，不需要传输\n',
  );
});

test('lines of programs, sentences of earlier versions, and what only looks like a message stay as they are', () => {
  const log = [
    '12:00:01 SKYPORT step=unpack percent=20',
    '12:00:02 传输 agent.mjs（1.0.0，3.1 MB）',
    `12:00:03  ${MESSAGE_MARK}{"code":"done","values":[]}`,
    line({ code: 'unheard-of', values: [] }),
    `12:00:04 ${MESSAGE_MARK}{broken}`,
  ].join('\n');
  expect(logText(log)).toBe(log);
});

test('an end of the script has a text of its own', () => {
  expect(messageText({ code: 'script.port_busy', values: ['888'] })).toBe('控制端口 888 已被其他程序占用');
  expect(messageText(installMessage('kitIncomplete', 'arm64', 'musl', 'xray'))).toContain('所需的部件 xray：');
  expect(messageText({ code: 'kitIncomplete', values: ['arm64', 'musl'] })).toContain('所需的部件：');
  expect(messageText(installMessage('portUnreachable', 888, 'silent', ''))).toContain('端口 888 没有应答');
  expect(messageText(installMessage('enrolmentFailed', 'wrongProof', ''))).toContain('接入码不一致');
  expect(messageText({ code: 'enrolmentFailed', values: ['ECONNRESET'] })).toBe('节点接入失败：连接被对方重置');
});

test.each([
  ['ECONNREFUSED', '无法连接 203.0.113.7:22（连接被拒绝：端口没有开放，或服务没有运行）'],
  ['ENOTFOUND', '无法连接 203.0.113.7:22（域名无法解析）'],
  ['something new', '无法连接 203.0.113.7:22（something new）'],
])('a fault of the network is said in words: %s', (fault, words) => {
  expect(messageText(installMessage('unreachable', '203.0.113.7:22', fault))).toBe(words);
});

test('what the SSH library, the file transfer and the script say is said in words, too', () => {
  expect(messageText(installMessage('sshFailed', 'handshake'))).toBe(
    'SSH 连接失败（握手失败：双方没有共同的加密算法）',
  );
  expect(messageText(installMessage('notWritable', '/opt/a', 'Permission denied'))).toBe('无法写入 /opt/a（没有权限）');
  expect(messageText(installMessage('scriptFailed', 'exit 127'))).toBe('安装脚本失败（退出码 127）');
});
