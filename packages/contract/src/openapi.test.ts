import { expect, test } from 'vitest';
import { access, planned } from './call.ts';
import { allRows, rawCalls } from './index.ts';
import { openApi } from './openapi.ts';

const document = openApi(allRows(), rawCalls, { title: 'Skyport', version: '0.1.0' });
const paths = document['paths'] as Record<string, Record<string, Record<string, unknown>>>;

test('every row and every raw route is a path of an OpenAPI 3.1 document', () => {
  expect(document['openapi']).toBe('3.1.0');
  expect(Object.keys(paths)).toHaveLength(allRows().length + Object.keys(rawCalls).length);
  expect(paths['/api/subscript/{kind}/{userId}/{userkey}']?.['get']?.['parameters']).toHaveLength(3);
});

test('operation ids are unique', () => {
  const ids = Object.values(paths).flatMap((item) => Object.values(item).map((operation) => operation['operationId']));
  expect(new Set(ids).size).toBe(ids.length);
});

test('a built call shows input, output, refusals and needed session inside the envelope', () => {
  const redeem = paths['/api/coupon/redeem_coupon']?.['post'];
  expect(redeem).toMatchObject({
    operationId: 'coupons.redeem',
    security: [{ token: [] }],
    'x-role': 'account',
    requestBody: {
      content: {
        'application/json': {
          schema: {
            properties: { data: { contentEncoding: 'base64', contentSchema: { required: ['code'] } } },
          },
        },
      },
    },
  });
  expect(redeem?.['x-fails']).toContain(1027);
  expect(paths['/api/admin/agents/update']?.['post']?.['security']).toEqual([{ token: [], secret: [] }]);
});

test('a call that is not built says so', () => {
  const row = planned({ path: '/api/later', access: access.account, rate: 'read', summary: 'Comes later.' });
  const later = openApi([{ feature: 'later', name: 'later', row }], {}, { title: 'Skyport', version: '0.1.0' });
  expect(later).toMatchObject({ paths: { '/api/later': { post: { 'x-unbuilt': true } } } });
});

test('the document is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
});
