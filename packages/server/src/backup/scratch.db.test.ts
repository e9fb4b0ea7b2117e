import { testDatabase } from '@skyport/db/testing';
import { expect, test } from 'vitest';
import { dropScratch, makeScratch } from './store.ts';
import { asRole } from './testing.ts';

const { rootUrl, ownerUrl } = await testDatabase();

const at = (url: string, name: string): string => {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
};

const TRAITS = `
  select encoding, datcollate, datctype, datlocprovider, to_jsonb(d) ->> 'datlocale' as locale
    from pg_database d where datname = $1`;

test.each([
  ['a locale of the system', `encoding 'UTF8' locale_provider libc locale 'C'`],
  ['the built-in locale', `encoding 'UTF8' locale 'C' locale_provider builtin builtin_locale 'C.UTF-8'`],
  ['no encoding', `encoding 'SQL_ASCII' locale_provider libc locale 'C'`],
])('a test restore has the encoding and locale of its database: %s', async (_, clauses) => {
  const own = `locale_${crypto.randomUUID().replaceAll('-', '')}`;
  const scratch = `${own}_r`;
  const traitsOf = (name: string) =>
    asRole(rootUrl, async (client) => (await client.query<object>(TRAITS, [name])).rows[0]);
  const run = (sql: string) => asRole(rootUrl, (client) => client.query(sql));
  await run(`create database ${own} owner skyport_owner template template0 ${clauses}`);
  try {
    await asRole(at(ownerUrl, own), (client) => makeScratch(client, scratch));
    expect(await traitsOf(scratch)).toEqual(await traitsOf(own));
    await asRole(at(ownerUrl, own), (client) => dropScratch(client, scratch));
    expect(await traitsOf(scratch)).toBeUndefined();
  } finally {
    await run(`drop database ${own}`);
  }
});
