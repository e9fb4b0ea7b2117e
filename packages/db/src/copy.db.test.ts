import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { copyIn, copyOut, RowDigester } from './copy.ts';
import { emptyDatabase } from './testing.ts';

const { ownerUrl } = await emptyDatabase();
const client = new Client({ connectionString: ownerUrl });
await client.connect();
afterAll(() => client.end());
await client.query('create table numbers (n bigint primary key, text text)');
await client.query('create table copies (like numbers)');

const chunksOf = async function* (...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
};
const countOf = async (table: string): Promise<number> =>
  Number((await client.query(`select count(*) from ${table}`)).rows[0].count);

test('a large table goes through a slow reader unchanged', async () => {
  await client.query(`insert into numbers select n, repeat('x', 500) from generate_series(1, 20000) n`);
  const [read, stored] = [new RowDigester(), new RowDigester()];
  const chunks: Buffer[] = [];
  for await (const chunk of read.through(copyOut(client, 'copy numbers to stdout'))) {
    chunks.push(chunk);
    // The server is paused meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await copyIn(client, 'copy copies from stdin', chunksOf(...chunks.map(String)));
  for await (const chunk of stored.through(copyOut(client, 'copy copies to stdout'))) void chunk;
  expect(stored.result()).toEqual(read.result());
  expect(read.result().rows).toBe(20_000);
});

test('the digest depends on each row and not on their order or the chunks', async () => {
  const digestOf = async (...texts: string[]): Promise<string> => {
    const digester = new RowDigester();
    for await (const chunk of digester.through(chunksOf(...texts))) void chunk;
    return digester.result().sum;
  };
  const sum = await digestOf('1\ta\n2\tb\n');
  expect(await digestOf('2\tb\n1', '\ta\n')).toBe(sum);
  expect(await digestOf('1\ta\n2\tc\n')).not.toBe(sum);
  expect(await digestOf('1\ta\n2\tb\n2\tb\n')).not.toBe(sum);
  await expect(digestOf('1\ta\n2')).rejects.toThrow('a row has no end');
});

test('an error of the server rejects, and the connection goes on', async () => {
  await client.query('truncate numbers');
  await expect(copyIn(client, 'copy numbers from stdin', chunksOf('1\ta\n', 'no number\tb\n'))).rejects.toThrow(
    /bigint/,
  );
  await expect(copyIn(client, 'copy nowhere from stdin', chunksOf('1\ta\n'))).rejects.toThrow(/nowhere/);
  await expect(copyOut(client, 'copy nowhere to stdout').toArray()).rejects.toThrow(/nowhere/);
  expect(await countOf('numbers')).toBe(0);
});

test('a source that fails leaves no rows', async () => {
  const failing = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from('1\ta\n');
    throw new Error('the archive ends here');
  };
  await expect(copyIn(client, 'copy numbers from stdin', failing())).rejects.toThrow('the archive ends here');
  expect(await countOf('numbers')).toBe(0);
});

test('a reader that gives up leaves a connection that ends', async () => {
  const other = new Client({ connectionString: ownerUrl });
  await other.connect();
  for await (const chunk of copyOut(
    other,
    `copy (select repeat('x', 1000) from generate_series(1, 50000)) to stdout`,
  )) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  await other.end();
});
