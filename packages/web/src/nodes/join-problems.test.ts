import { JoinProblemCode } from '@skyport/contract/join-problem';
import { expect, test } from 'vitest';
import { joinProblemText } from './join-problems.ts';
import { joinTexts } from './join-texts.ts';

test('why a node has not joined is said in words, with what to look at', () => {
  expect(joinProblemText({ code: 'portClosed', detail: '' }, 888)).toBe(joinTexts.portClosed(888));
  expect(joinProblemText({ code: 'silent', detail: '' }, 888)).toBe(joinTexts.silent(888));
  expect(joinProblemText({ code: 'unreachable', detail: 'ENOTFOUND' }, 888)).toBe('无法连接节点（域名无法解析）');
  expect(joinProblemText({ code: 'codeRefused', detail: '' }, 888)).toBe(
    '节点正在等待另一个接入码，请在服务器上运行最新的命令',
  );
});

test('every reason has a text of its own', () => {
  const texts = JoinProblemCode.options.map((code) => joinProblemText({ code, detail: '' }, 888));
  expect(texts.every((text) => /\p{Script=Han}/u.test(text))).toBe(true);
  expect(new Set(texts).size).toBe(texts.length);
});
