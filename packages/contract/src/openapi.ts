import { z } from 'zod';
import type { Access, Call, RawCall } from './call.ts';
import { codes } from './codes.ts';
import type { TableRow } from './index.ts';

/** What the document says about the product. */
export interface ApiInfo {
  readonly title: string;
  readonly version: string;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * The OpenAPI 3.1 document of the call table. Bodies are envelopes: `data` is base64 of JSON whose schema is given as
 * `contentSchema`. Rows that are not built yet appear with `x-unbuilt`.
 */
export const openApi = (rows: readonly TableRow[], raws: Readonly<Record<string, RawCall>>, info: ApiInfo): Json => {
  const paths: Record<string, Json> = {};
  for (const { feature, name, row } of rows) paths[row.path] = { post: callOperation(feature, name, row) };
  for (const [name, row] of Object.entries(raws)) {
    paths[row.path.replaceAll(/:(\w+)/g, '{$1}')] = { [row.method.toLowerCase()]: rawOperation(name, row) };
  }
  return {
    openapi: '3.1.0',
    info,
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'cookie', name: 'token' },
        secret: { type: 'apiKey', in: 'cookie', name: '__Host-sb' },
      },
    },
  };
};

const callOperation = (feature: string, name: string, row: Call): Json => {
  const common = { ...commonOf(`${feature}.${name}`, row), tags: [feature] };
  if (row.kind === 'planned') return { ...common, 'x-unbuilt': true, responses: { 200: { description: 'code 1198' } } };
  const refusals = row.fails.map((fail) => `${codes[fail].code} ${fail}: ${codes[fail].msg}`);
  return {
    ...common,
    'x-fails': row.fails.map((fail) => codes[fail].code),
    requestBody: { required: true, content: envelope(z.toJSONSchema(row.input, { io: 'input' })) },
    responses: {
      200: {
        description: ['Answer; code 0 is success.', ...refusals].join('\n\n'),
        content: envelope(answerSchema(z.toJSONSchema(row.output))),
      },
    },
  };
};

const rawOperation = (name: string, row: RawCall): Json => ({
  ...commonOf(`raw.${name}`, row),
  ...(row.built ? {} : { 'x-unbuilt': true }),
  parameters: [...row.path.matchAll(/:(\w+)/g)].map(([, parameter]) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  responses: { 200: { description: 'See the summary.' } },
});

const commonOf = (operationId: string, row: Call | RawCall): Json => ({
  operationId,
  summary: row.summary,
  'x-role': row.access.role,
  'x-rate': row.rate,
  ...('stepUp' in row && row.stepUp && { 'x-step-up': row.stepUp }),
  security: security(row.access),
});

const security = ({ session }: Access): readonly Json[] => {
  if (session === 'none') return [];
  return [session === 'both' ? { token: [], secret: [] } : { token: [] }];
};

const answerSchema = (data: unknown): Json => ({
  type: 'object',
  properties: { code: { type: 'integer' }, data, msg: { type: 'string' } },
  required: ['code', 'data', 'msg'],
});

const envelope = (contentSchema: unknown): Json => ({
  'application/json': {
    schema: {
      type: 'object',
      properties: {
        data: { type: 'string', contentEncoding: 'base64', contentMediaType: 'application/json', contentSchema },
      },
      required: ['data'],
    },
  },
});
