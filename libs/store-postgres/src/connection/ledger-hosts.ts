/** One of the servers that `LEDGER_URL` names. */
export interface LedgerHost {
  /** As pg takes it; holds the password. */
  readonly url: string;
  readonly isLoopback: boolean;
  /** For logs: host and port. */
  readonly name: string;
}

/** What `LEDGER_URL` says, or why it cannot be read; the fault holds nothing of it. */
export type LedgerHosts = { readonly hosts: readonly LedgerHost[] } | { readonly fault: string };

/** In the query they would count instead of what the URL names, by which encryption is asked for and servers are named in logs. */
const PLACES = ['host', 'hostaddr', 'port'];

const FORM = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^@/?#]+)\/([^/?#]+)(\?[^#]*)?$/;

/** Reads `postgres://user:password@host:port,host:port/database?sslmode=…`: the primary is looked for among the hosts. */
export function readLedgerHosts(text: string): LedgerHosts {
  const match = FORM.exec(text);
  if (!match)
    return { fault: 'must be postgres://user:password@host:port/database, with more hosts separated by commas' };
  const [, user, hosts, database, query = ''] = match;
  const named = new URLSearchParams(query);
  // A socket is on this machine.
  if (PLACES.some((name) => named.getAll(name).some((value) => !value.startsWith('/'))))
    return { fault: 'must name hosts and ports before the database, and not in its query' };
  const found: LedgerHost[] = [];
  for (const name of hosts!.split(',')) {
    const url = `postgres://${user === undefined ? '' : `${user}@`}${name}/${database}${query}`;
    if (name === '' || !URL.canParse(url)) return { fault: 'names a host that cannot be read' };
    found.push({ url, name, isLoopback: isLoopback(new URL(url).hostname) });
  }
  return { hosts: found };
}

/**
 * The servers of a URL that was checked before, as that of a configuration is.
 * @throws RangeError when it cannot be read
 */
export function hostsOf(url: string): readonly LedgerHost[] {
  const read = readLedgerHosts(url);
  if ('fault' in read) throw new RangeError(`LEDGER_URL ${read.fault}`);
  return read.hosts;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
