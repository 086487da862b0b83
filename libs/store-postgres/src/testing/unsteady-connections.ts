import type { Client } from 'pg';
import type { Statement } from '../connection/lane';
import type { Connector } from '../open-payments';
import { ModelDatabase } from './model';

/**
 * What becomes of a statement that writes.
 *
 * - `arrives`: and so does its answer
 * - `not_sent`: the connection was lost before
 * - `unanswered`: it is executed, and the connection lost before its answer
 * - `late`: the connection is lost, and the statement executed at some later time
 */
export type SendOutcome = 'arrives' | 'not_sent' | 'unanswered' | 'late';

interface Sent extends Statement {
  readonly values: readonly unknown[];
}

/** Connections that lose what is sent or answered, each statement as it was asked for; to PostgreSQL and to a model alike. */
export class UnsteadyConnections {
  /** Of the next statements that write; those that come after these arrive. */
  readonly sendOutcomes: SendOutcome[] = [];
  private readonly late: Sent[] = [];

  constructor(private readonly connect: Connector) {}

  readonly connector: Connector = async (name, isForRows) => {
    const client = await this.connect(name, isForRows);
    const query = (sent: Sent): Promise<unknown> => this.query(client, sent);
    return new Proxy(client, {
      get(target, property) {
        if (property === 'query') return query;
        const value: unknown = Reflect.get(target, property);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  };

  /** What is late arrives now, in its order; nobody waits for the answers. */
  async arrive(): Promise<void> {
    for (const sent of this.late.splice(0)) {
      const client = await this.connect('late', true);
      await ask(client, sent).catch(() => undefined);
      await client.end();
    }
  }

  private async query(client: Client, sent: Sent): Promise<unknown> {
    const sendOutcome = (ModelDatabase.isWrite(sent.name) ? this.sendOutcomes.shift() : undefined) ?? 'arrives';
    if (sendOutcome === 'arrives') return ask(client, sent);
    if (sendOutcome === 'unanswered') await ask(client, sent).catch(() => undefined);
    if (sendOutcome === 'late') this.late.push(sent);
    throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
  }
}

function ask(client: Client, { name, text, values }: Sent): Promise<unknown> {
  return client.query({ name, text, values: values as unknown[] });
}
