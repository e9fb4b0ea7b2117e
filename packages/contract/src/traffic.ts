import { z } from 'zod';
import { access, call } from './call.ts';
import { Nothing } from './shapes.ts';
import { TrafficRecord } from './traffic-types.ts';

export const trafficCalls = {
  myTrafficRecords: call({
    path: '/api/traffic/my_traffic_records',
    access: access.account,
    rate: 'read',
    summary: 'Traffic records of the last 10 days, newest first.',
    input: Nothing,
    output: z.array(TrafficRecord),
    fails: [],
  }),
} as const;
