import type { RunningCluster } from './start-cluster';

/** What a person reads when all of it runs. */
export function readyBlock(cluster: RunningCluster, isKept: boolean): string {
  const { url, nodes, folder, ledgerUrl } = cluster;
  const rows = [
    ['URL', `${url}   ${cluster.balancer}, which leaves out nodes whose /readyz fails`],
    ...nodes.map(({ url: own, pid }, n) => [`Node ${n + 1}`, `${own}   pid ${pid}; a follower fetches its snapshots`]),
    ['PostgreSQL', `${ledgerUrl}   pid ${cluster.postgresPid}; the payments of all nodes`],
    ['Publisher', `pid ${cluster.publisherPid}; fetches data, signs, publishes into ${folder}/published`],
    ['Payments', 'sandbox: any x402 wallet pays with test money, nothing is settled'],
    ['Try', `curl -i ${url}/v1/eol/nodejs`],
    ['', `BASE_URL=${url} npm run demo`],
    ['', `kill -9 ${nodes[0]?.pid}   the others go on; it is started again`],
    ['Look', `LEDGER_URL=${ledgerUrl} npm run payments -- nodes`],
    ['Logs', `${folder}/logs`],
    ['End', `Ctrl-C${isKept ? '' : ', which removes all data'}`],
  ];
  const lines = rows.map(([name, text]) => `  ${name!.padEnd(11)} ${text}`);
  return `\n  the cluster is ready\n\n${lines.join('\n')}\n\n`;
}
