import type { Client } from 'pg';
import { destroy, hasEnded } from './connect';
import { endOf, LedgerAwayError, LOST_STATEMENT, PoolerError, UnacknowledgedError } from './statement-fault';

/** A statement to be prepared once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** So long a server may take to hear that a connection ends. */
const END_MS = 1_000;

/** A commit that was let go although its standby had not confirmed it comes with this class of notice. */
const WARNING = '01000';

/**
 * One connection, for life: its statements run one after the other. It is made again when it was lost; what was under way then, or
 * took longer than its deadline, is uncertain.
 */
export class Lane {
  private opened: Promise<Client> | undefined;
  private tail: Promise<unknown> = Promise.resolve();
  private isClosed = false;
  private warning: string | undefined;

  constructor(
    private readonly connect: () => Promise<Client>,
    private readonly monotonicMs: () => number = () => performance.now(),
  ) {}

  /**
   * Connects, so that its first statement need not.
   * @param prepare done with the connection before anything else is
   * @throws LedgerAwayError when the connection ends meanwhile
   */
  async open(prepare: (client: Client) => Promise<void> = async () => undefined): Promise<void> {
    const client = await this.client();
    try {
      await prepare(client);
    } catch (error) {
      // The driver then throws what the system said of its socket, which names no ledger.
      if (hasEnded(client)) throw new LedgerAwayError((error as Error).message, { cause: error });
      throw error;
    }
  }

  /**
   * Runs a statement in its turn.
   * @param deadlineMs to wait for its turn, and again from its turn on
   * @throws UnacknowledgedError when it is not known whether it was or will be executed
   * @throws LedgerAwayError when it was not sent, also where its turn did not come in time
   * @throws PoolerError when a pooler between here and the server took it to another server than the one it was prepared on
   */
  run<Row>(statement: Statement, values: readonly unknown[], deadlineMs: number): Promise<readonly Row[]> {
    const askedMs = this.monotonicMs();
    const turn = this.tail.then(() => {
      if (this.monotonicMs() - askedMs > deadlineMs)
        throw new LedgerAwayError('statements before this one took too long');
      return this.runNow<Row>(statement, values, deadlineMs);
    });
    this.tail = turn.catch(() => undefined);
    return turn;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.tail;
    const client = await this.opened?.catch(() => undefined);
    this.opened = undefined;
    if (client) await end(client);
  }

  /** Ends the connection at once, whatever is under way. */
  abandon(): void {
    this.isClosed = true;
    void this.opened?.then(destroy, () => undefined);
    this.opened = undefined;
  }

  private async runNow<Row>({ name, text }: Statement, values: readonly unknown[], deadlineMs: number) {
    const client = await this.client();
    this.warning = undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new UnacknowledgedError(`nothing within ${deadlineMs} ms`)), deadlineMs);
    });
    try {
      const { rows } = await Promise.race([client.query({ name, text, values: values as unknown[] }), late]);
      if (this.warning !== undefined) throw new UnacknowledgedError(this.warning);
      return rows as readonly Row[];
    } catch (error) {
      const meant = meaningOf(error);
      if (endOf(meant) === 'uncertain' || endOf(meant) === 'elsewhere') this.drop(client);
      throw meant;
    } finally {
      clearTimeout(timer);
    }
  }

  private client(): Promise<Client> {
    if (this.isClosed) return Promise.reject(new LedgerAwayError('it was closed'));
    return (this.opened ??= this.connectNow());
  }

  private async connectNow(): Promise<Client> {
    try {
      const client = await this.connect();
      const forget = (): void => {
        if (this.current === client) this.opened = this.current = undefined;
      };
      client.once('end', forget);
      client.once('error', forget);
      client.on('notice', ({ code, message }) => {
        if (code === WARNING) this.warning = message ?? 'a warning';
      });
      return (this.current = client);
    } catch (error) {
      this.opened = undefined;
      throw error;
    }
  }

  private current: Client | undefined;

  private drop(client: Client): void {
    if (this.current === client) this.opened = this.current = undefined;
    destroy(client);
  }
}

/** One that falls silent is not waited for. */
async function end(client: Client): Promise<void> {
  const timer = setTimeout(() => destroy(client), END_MS);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}

function meaningOf(error: unknown): unknown {
  if (!isAnswer(error)) return new UnacknowledgedError((error as Error).message, { cause: error });
  const { code } = error as { readonly code: string };
  return LOST_STATEMENT.test(code) ? new PoolerError({ cause: error }) : error;
}

/** Whether the server answered, or this program already said what its silence means. */
function isAnswer(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { readonly code?: unknown; readonly severity?: unknown };
  return error instanceof UnacknowledgedError || (typeof code === 'string' && typeof severity === 'string');
}
