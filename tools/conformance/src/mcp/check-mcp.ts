import { join, resolve } from 'node:path';
import { startService } from '../service/start-service';
import { EXCEPTIONS } from './exceptions';
import { judgeChecks, needless } from './judge-checks';
import { fetchPeers, type Peers } from './peers';
import { needlessReport, revisionReport } from './report';
import { REVISIONS, runSuite } from './run-suite';

/** Kept next to what is installed, where a fresh installation removes them. */
const FOLDER = join(resolve(__dirname, '..', '..', '..', '..'), 'node_modules', '.cache', 'stackcheck-mcp-peers');

/** Programs of others, fetched when they are first wanted. @throws Error where they cannot be had */
export async function mcpPeers(): Promise<Peers> {
  const peers = await fetchPeers(FOLDER);
  if (peers) return peers;
  throw new Error('the suite needs Node 22.19 or newer, which npm has none of for this system; run it with one');
}

/** What the suite said of a server, and whether nothing failed. */
export interface McpVerdict {
  readonly report: string;
  readonly isClean: boolean;
}

/**
 * Runs the official conformance suite, both frozen revisions.
 * @param url of an MCP endpoint; a service of the starter selection is started unless it is given
 */
export async function checkMcp(peers: Peers, url?: string): Promise<McpVerdict> {
  const service = url === undefined ? await startService() : undefined;
  try {
    const address = url ?? `${service!.url}/mcp`;
    const runs = [];
    for (const revision of REVISIONS) runs.push({ revision, checks: await runSuite(peers, address, revision) });
    const judged = runs.map(({ revision, checks }) => ({ revision, ...judgeChecks(checks, EXCEPTIONS) }));
    const stale = needless(
      runs.flatMap(({ checks }) => checks),
      EXCEPTIONS,
    );
    const lines = [...judged.map((one) => revisionReport(one.revision, one)), ...stale.map(needlessReport)];
    return {
      report: lines.join('\n'),
      isClean: stale.length === 0 && judged.every(({ failed }) => failed.length === 0),
    };
  } finally {
    await service?.close();
  }
}
