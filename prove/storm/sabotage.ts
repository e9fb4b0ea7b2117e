import type { Site } from '../../testkit/site.ts';

/** The panel forgets a batch that it has billed, as if nobody looked for duplicates. */
export const forgetNewestBatch = async ({ panel }: Site): Promise<void> => {
  await panel.processes.get('worker')?.kill();
  await panel.query(`with newest as (
      select distinct on (node_id) node_id, epoch, seq from usage_batches where state = 'applied' and up + down > 0
       order by node_id, seq desc)
    , forgotten as (
      delete from usage_batches b using newest n where b.node_id = n.node_id and b.epoch = n.epoch and b.seq >= n.seq)
    update node_agents a set acked_seq = n.seq - 1 from newest n where n.node_id = a.node_id`);
  await panel.crash('worker');
};

/** An agent's newest readings of the counters are taken out of its store, so that it counts their bytes again. */
export const forgetReadings = (site: Site): Promise<void> => tamper(site, 'delete from last_value');

/** What an agent has counted and not reported yet goes out of its store. */
export const forgetOpen = (site: Site): Promise<void> => tamper(site, 'delete from open_usage');

const tamper = async ({ agents, panel }: Site, sql: string): Promise<void> => {
  const [agent] = agents;
  // With nobody who asks, what was counted stays in the agent's store for a while.
  await panel.processes.get('worker')?.kill();
  await new Promise((resolve) => setTimeout(resolve, 2500));
  await agent?.process.kill();
  agent?.tamper((db) => db.exec(sql));
  await agent?.restart();
  await panel.crash('worker');
};

/** One byte more is booked than was reported. */
export const addByte = async ({ panel }: Site): Promise<void> => {
  await panel.query(`insert into usage_daily (day, user_num, line_num, up, down, billed)
    select day, user_num, line_num, 0, 1, 0 from usage_detail limit 1
    on conflict (day, user_num, line_num) do update set down = usage_daily.down + 1`);
};
