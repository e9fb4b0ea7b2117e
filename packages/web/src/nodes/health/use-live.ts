import { nodeHealthCalls as calls, type NodeLive } from '@skyport/contract/node-health';
import { useMemo } from 'react';
import { useCall } from '../../api/index.ts';

const LIVE_MS = 10_000;

/** All nodes as they are right now, by node; read again every ten seconds. */
export const useLive = (): ReadonlyMap<string, NodeLive> => {
  const { data } = useCall(calls.live, {}, { refetchEvery: LIVE_MS, silent: true });
  return useMemo(() => new Map(data?.map((live) => [live.node_id, live])), [data]);
};
