import type { Cluster } from '@stackcheck/store-postgres';
import { instant, json, plain, table } from '../text';

/** The processes over the ledger and their common switch, as a table or as JSON. */
export async function listNodes(cluster: Cluster, options: { readonly json?: true }): Promise<string> {
  const [nodes, state] = [await cluster.nodes(), await cluster.state()];
  if (options.json) return json({ ...state, nodes });
  const rows = nodes.map(({ bootId, place, isGone, beat, startedAt, payments }) => [
    bootId,
    plain(place),
    isGone ? 'gone' : 'there',
    instant(startedAt.getTime()),
    beat,
    payments,
  ]);
  const lines = rows.length === 0 ? 'no nodes' : table(['boot', 'place', 'state', 'started', 'beat', 'open'], rows);
  const why = (what: string, reason: string | null) => (reason === null ? [] : [`${what}: ${plain(reason)}`]);
  return [lines, ...why('paused', state.paused), ...why('stopped', state.stopped)].join('\n');
}
