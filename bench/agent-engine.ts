import grpc from '@grpc/grpc-js';

/**
 * A stand-in for the engine's control API that serves 50,000 counters and moves 2,000 of them before each answer, as
 * cheaply as can be: the answer is one buffer in which the moved values are changed in place. Says its port by IPC.
 */
const USERS = 25_000;
const MOVED = 2000;
/** Values keep their five bytes from here to 2^35. */
const FIRST_VALUE = 2 ** 28;
const VALUE_BYTES = 5;

const writeValue = (buffer: Buffer, at: number, value: number): void => {
  let left = value;
  for (let byte = 0; byte < VALUE_BYTES; byte++) {
    buffer[at + byte] = (left % 128) + (byte < VALUE_BYTES - 1 ? 128 : 0);
    left = Math.floor(left / 128);
  }
};

/** One `Stat` within a `QueryStatsResponse`, value last. */
const statOf = (name: string): Buffer => {
  const text = Buffer.from(name);
  const head = Buffer.from([0x0a, text.length + VALUE_BYTES + 3, 0x0a, text.length]);
  const stat = Buffer.concat([head, text, Buffer.from([0x10]), Buffer.alloc(VALUE_BYTES)]);
  writeValue(stat, stat.length - VALUE_BYTES, FIRST_VALUE);
  return stat;
};

const names = Array.from({ length: USERS }, (_, index) => index + 1).flatMap((user) =>
  ['uplink', 'downlink'].map((way) => `user>>>u${user}.l1>>>traffic>>>${way}`),
);
const stats = names.map(statOf);
const answer = Buffer.concat(stats);
const ends: number[] = [];
for (const stat of stats) ends.push((ends.at(-1) ?? 0) + stat.length);
const values = new Float64Array(stats.length).fill(FIRST_VALUE);

let turn = 0;
const move = (): void => {
  for (let moved = 0; moved < MOVED; moved++) {
    // Steps of a number without common factor reach every counter, far from its neighbours.
    const index = (turn++ * 7919) % values.length;
    values[index] = (values[index] ?? 0) + 1500;
    writeValue(answer, (ends[index] ?? 0) - VALUE_BYTES, values[index]);
  }
};

const server = new grpc.Server({ 'grpc.max_send_message_length': -1 });
server.addService(
  {
    queryStats: {
      path: '/xray.app.stats.command.StatsService/QueryStats',
      requestStream: false,
      responseStream: false,
      requestSerialize: (bytes: Buffer) => bytes,
      requestDeserialize: (bytes: Buffer) => bytes,
      responseSerialize: (bytes: Buffer) => bytes,
      responseDeserialize: (bytes: Buffer) => bytes,
    },
  },
  {
    queryStats: (_call: unknown, done: (fault: null, bytes: Buffer) => void) => {
      move();
      done(null, Buffer.from(answer));
    },
  },
);
server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (fault, port) => {
  if (fault) throw fault;
  process.send?.({ port });
});
process.on('disconnect', () => process.exit(0));
