import type { RequestListener } from 'node:http';

/**
 * How far away servers are that tests download from, in milliseconds. Clients of Shadowsocks 2022 (sing-box, mihomo and
 * Xray alike) remember the salt of their request only after they have sent it, and refuse an answer that is there
 * sooner with "bad request salt". No real server is that near; on one busy machine some connections in a hundred are.
 */
const DISTANCE_MS = 20;

/** Lets a server answer as one that is not on this very machine. */
export const fromAfar =
  (answer: RequestListener): RequestListener =>
  (request, response) =>
    void setTimeout(answer, DISTANCE_MS, request, response);
