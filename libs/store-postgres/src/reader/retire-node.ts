import type { Client } from 'pg';
import { destroy } from '../connection/connect';
import { LedgerAwayError } from '../connection/statement-fault';
import type { NodeTimes } from '../node/node-times';
import { StandingNodes, type SeenNode } from '../node/standing-nodes';

/** What came of retiring a node; `alive`: its beat goes on, `gone`: it was found gone before, or by another node meanwhile. */
export type RetireOutcome = 'retired' | 'alive' | 'gone' | 'unknown';

/** Each look is a commit, too: where no commits come through, a beat that stands proves nothing. */
const LOOK = `WITH written AS (UPDATE cluster SET paused = paused)
SELECT boot_id, place, beat, gone AS "isGone" FROM node WHERE boot_id = $1`;
const RETIRE = 'UPDATE node SET gone = true WHERE boot_id = $1 AND beat = $2 AND NOT gone RETURNING 1 AS one';

/** As long as a node's own beat may take. */
const DEADLINE_MS = 3_000;

/**
 * Marks a node gone whose beat stands still, looking at it over one connection.
 * @param isMachineGone its process cannot go on, so that it need not stand for longer than one that was replaced
 * @throws when that connection ends or does not answer in time
 */
export async function retireNode(
  connect: () => Promise<Client>,
  { beatMs, goneMs, replacedMs }: NodeTimes,
  bootId: string,
  isMachineGone: boolean,
): Promise<RetireOutcome> {
  const standsMs = isMachineGone ? replacedMs : goneMs;
  const standing = new StandingNodes('nowhere', { goneMs: standsMs, replacedMs: standsMs });
  const client = await connect();
  try {
    let first: number | undefined;
    let answeredMs: number | undefined;
    for (;;) {
      const sentMs = performance.now();
      const [node] = await asked<SeenNode & { readonly isGone: boolean }>(client, LOOK, [bootId]);
      if (!node || node.isGone) return node ? 'gone' : 'unknown';
      if (node.beat !== (first ??= node.beat)) return 'alive';
      // From answer to question, as nodes count; not a time in which this process slept.
      const sinceMs = answeredMs === undefined ? 0 : sentMs - answeredMs;
      answeredMs = performance.now();
      if (standing.look([node], sinceMs > 3 * beatMs + DEADLINE_MS ? 0 : sinceMs).length > 0)
        if ((await asked(client, RETIRE, [bootId, node.beat])).length > 0) return 'retired';
      await new Promise((resolve) => setTimeout(resolve, beatMs));
    }
  } finally {
    // Also one that does not answer.
    destroy(client);
  }
}

async function asked<Row extends object>(client: Client, text: string, values: readonly unknown[]): Promise<Row[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LedgerAwayError('it did not answer in time')), DEADLINE_MS);
  });
  const answer = client.query<Row>(text, [...values]);
  try {
    return (await Promise.race([answer, late])).rows;
  } finally {
    clearTimeout(timer);
    answer.catch(() => undefined);
  }
}
