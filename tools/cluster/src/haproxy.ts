import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Balancer } from './balancer';
import { startChild, type Child, type ChildOptions } from './child';

/** Whether HAProxy is installed. */
export function hasHaproxy(): boolean {
  return spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).status === 0;
}

/** The same as the own balancer, by HAProxy. @param folder of its configuration and its log */
export function startHaproxy(
  folder: string,
  port: number,
  nodePorts: readonly number[],
  env: ChildOptions['env'],
): Balancer & { readonly child: Child } {
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration(port, nodePorts));
  const child = startChild('HAProxy', ['haproxy', '-db', '-f', file], { log: join(folder, 'haproxy.log'), env });
  return { what: 'HAProxy', child, close: () => child.stop('SIGTERM') };
}

/** The configuration of HAProxy: connections in turn, to nodes whose `/readyz` answers 200. */
export function configuration(port: number, nodePorts: readonly number[]): string {
  const servers = nodePorts.map((node, n) => `  server node${n + 1} 127.0.0.1:${node} check`);
  return `global
  maxconn 2000
defaults
  mode tcp
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  option redispatch
  retries 2
frontend in
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  default-server inter 500 fall 1 rise 1
${servers.join('\n')}
`;
}
