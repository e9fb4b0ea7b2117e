import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import coin from './coin.json' with { type: 'json' };

/** A real EVM chain of this machine, without miners: blocks come when a test wants them. */
export interface TestChain {
  readonly url: string;
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>;
  /** Adds empty blocks behind what waits, so many seconds apart. */
  mine(blocks: number, seconds?: number): Promise<void>;
  /** Adds blocks a second apart behind what waits, the first at an instant, or right behind the newest block. */
  mineFrom(at: Date, blocks: number): Promise<void>;
  /** Puts a coin of our own on the chain; its maker has all of it. `at` moves it to an address. */
  deploy(decimals: number, at?: string): Promise<string>;
  /** Sends a coin of which `from` has some; it stands in the next block. Gives the transaction's id. */
  transfer(coin: string, to: string, ...amounts: readonly bigint[]): Promise<string>;
  /** Replaces the newest blocks by empty ones of the same number. */
  reorganise(depth: number): Promise<void>;
  /** Time and number of the newest block. */
  head(): Promise<{ readonly number: number; readonly time: Date }>;
  stop(): void;
}

/** Where the binary of this machine lies; the package that names it only passes arguments on. */
const binaryPath = (): string => {
  const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'));
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch;
  return require.resolve(`@foundry-rs/anvil-${process.platform}-${cpu}/bin/anvil`);
};

/** Ends the chain when its starter is gone, however that ended: the pipe to it is closed by the kernel. */
const WITH_LIFELINE = '"$@" & chain=$!; cat >/dev/null; kill "$chain"';
const FIRST_BLOCK_S = 1_800_000_000;
/** Transfers and blocks are small. */
const GAS = '0x200000';
/** Always the same, so that what is sent again in another block is the same transaction. */
const GAS_PRICE = '0x77359400';

const word = (value: bigint | string): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0');

/** First four bytes of the hash of each function of the coin. */
const TRANSFER = '0xa9059cbb';
const TRANSFER_TWICE = '0xf5e3eb7f';

const listens = async (child: ReturnType<typeof spawn>): Promise<string> => {
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout! })) {
    said.push(line);
    const address = /Listening on (\S+)/.exec(line)?.[1];
    if (address) return `http://${address}`;
  }
  throw new Error(`no chain: ${said.slice(-8).join('\n')}`);
};

/**
 * Starts a chain with an id of one's own choice, whose first block is of `begins`: far from every real one unless it is
 * given. Two newer blocks make a block safe, four final.
 */
export const startChain = async (
  chainId: number,
  begins: Date = new Date(FIRST_BLOCK_S * 1000),
): Promise<TestChain> => {
  const options = ['--port', '0', '--no-mining', '--slots-in-an-epoch', '2', '--accounts', '2'];
  const own = ['--chain-id', String(chainId), '--timestamp', String(Math.floor(begins.getTime() / 1000))];
  const child = spawn('sh', ['-c', WITH_LIFELINE, 'sh', binaryPath(), ...options, ...own], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await listens(child);
  child.stdout.resume();

  const rpc = async (method: string, params: readonly unknown[] = []): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const reply = (await answer.json()) as { result?: unknown; error?: { message: string } };
    if (reply.error) throw new Error(`${method}: ${reply.error.message}`);
    return reply.result;
  };
  const mine = async (blocks: number, seconds = 3): Promise<void> => {
    await rpc('anvil_mine', [`0x${blocks.toString(16)}`, `0x${seconds.toString(16)}`]);
  };
  const [maker] = (await rpc('eth_accounts')) as string[];
  const send = (fields: object): Promise<unknown> =>
    rpc('eth_sendTransaction', [{ from: maker, gas: GAS, gasPrice: GAS_PRICE, ...fields }]);
  const head = async (): Promise<{ number: number; time: Date }> => {
    const block = (await rpc('eth_getBlockByNumber', ['latest', false])) as { number: string; timestamp: string };
    return { number: Number(block.number), time: new Date(Number(block.timestamp) * 1000) };
  };

  return {
    url,
    rpc,
    mine,
    mineFrom: async (at, blocks) => {
      const newest = Math.floor((await head()).time.getTime() / 1000);
      await rpc('evm_setNextBlockTimestamp', [Math.max(newest + 1, Math.floor(at.getTime() / 1000))]);
      await mine(1);
      if (blocks > 1) await mine(blocks - 1, 1);
    },
    head,
    deploy: async (decimals, at) => {
      const txid = await send({ data: coin.bytecode + word(BigInt(decimals)) });
      await mine(1);
      const { contractAddress } = (await rpc('eth_getTransactionReceipt', [txid])) as { contractAddress: string };
      if (at === undefined) return contractAddress;
      await rpc('anvil_setCode', [at, await rpc('eth_getCode', [contractAddress, 'latest'])]);
      // The balances are the contract's first map; its maker's entry is found by hashing, which the node does.
      const slot = await rpc('web3_sha3', [`0x${word(maker!)}${word(0n)}`]);
      await rpc('anvil_setStorageAt', [at, slot, `0x${word(10n ** 40n)}`]);
      return at;
    },
    transfer: async (to, receiver, ...amounts) => {
      const name = amounts.length === 2 ? TRANSFER_TWICE : TRANSFER;
      return String(await send({ to, data: name + word(receiver) + amounts.map(word).join('') }));
    },
    reorganise: async (depth) => {
      await rpc('anvil_reorg', [depth, []]);
    },
    stop: () => child.stdin.end(),
  };
};
