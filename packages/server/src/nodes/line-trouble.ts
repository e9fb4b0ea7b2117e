import type { LineSource, Viewer } from '@skyport/documents/model';
import { resolveLines } from '@skyport/documents/resolve';
import { problemOf } from '@skyport/documents/validate';

/** A customer who may use everything; the two switches change which address a line has. */
const viewers: readonly Viewer[] = [false, true].flatMap((inForeign) =>
  [false, true].map((inXinjiang) => ({
    id: '',
    permissions: new Set<string>(),
    normalPermission: true,
    isAgencyUser: false,
    useEnglishNode: false,
    inForeign,
    inXinjiang,
  })),
);

const sentences: Readonly<Record<string, string>> = {
  'no address': '没有地址：请填写线路或节点的 IP 或域名',
  'bad address': '地址无效：请检查线路、节点或入口的 IP 和域名',
  'bad port': '端口无效：请检查节点的端口',
  'bad host name': '域名无效：请检查线路或节点的域名',
  'TLS without a host name': '使用 CDN 时需要节点或线路的域名',
  'bad server name': '证书或 REALITY 的域名无效',
};

/** Every copy of the line in every place where customers are: a single good one is enough. */
const problemsOf = (source: LineSource): (string | null)[] =>
  viewers.flatMap((viewer) => resolveLines([source], viewer, []).map(problemOf));

/**
 * Why a line can be in nobody's document, as a sentence for the operator; undefined when it can be in some. Permissions
 * and what is left to charge are a matter of accounts and not asked here.
 */
export const lineTrouble = (source: LineSource): string | undefined => {
  const { line, node, entry } = source;
  const hidden = (why: string): string => `不会出现在任何订阅中：${why}`;
  if (!node.enabled) return hidden('节点已停用或尚未接入');
  if (line.bridge === 'report' && !entry?.visible) return hidden('入口不可见');
  const problems = problemsOf(source);
  const [first] = problems;
  if (first === undefined || first === null || problems.includes(null)) return undefined;
  return hidden(sentences[first] ?? '密钥已损坏，请删除后重新添加');
};
