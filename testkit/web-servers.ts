import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { until } from './until.ts';

/** A web server of Debian in front of a panel. */
export interface WebServer {
  stop(): Promise<void>;
}

/** What a web server runs with: its configuration, a folder of its own, and the ports that it listens on. */
export interface WebServerPlan {
  readonly sites: string;
  readonly folder: string;
  readonly ports: readonly number[];
}

/** Ends the server when its starter is gone, however that ended: the kernel closes the pipe to it. */
const WITH_LIFELINE = '"$@" & server=$!; cat >/dev/null; kill "$server"; wait "$server"';

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

const start = async (command: readonly string[], { folder, ports }: WebServerPlan): Promise<WebServer> => {
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn('sh', ['-c', WITH_LIFELINE, 'sh', ...command], { env, stdio: ['pipe', 'ignore', 'pipe'] });
  const closed = once(child, 'close');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)));
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await closed;
  };
  try {
    for (const port of ports) await until(`${command[0]} to listen on ${port}`, () => accepts(port));
  } catch (cause) {
    await stop();
    throw new Error(`${command.join(' ')} said: ${said}`, { cause });
  }
  return { stop };
};

/** Starts nginx with `server` blocks. Throws with what it said when it does not listen. */
export const startNginx = (plan: WebServerPlan): Promise<WebServer> => {
  const { folder, sites } = plan;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid nginx.pid; user root; error_log stderr;
events {}
http { access_log off; ${temporary.join(' ')}
${sites}
}`,
  );
  return start(['/usr/sbin/nginx', '-p', folder, '-c', 'nginx.conf'], plan);
};

/** Starts Caddy with a Caddyfile. Throws with what it said when it does not listen. */
export const startCaddy = (plan: WebServerPlan): Promise<WebServer> => {
  const file = join(plan.folder, 'Caddyfile');
  writeFileSync(file, plan.sites);
  return start(['/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config', file], plan);
};
