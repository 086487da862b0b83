import { Connection, type Answer } from './connection';
import { pause, type Field } from './field';

/** Requests one after the other over several connections. */
export interface Flood {
  /** Addresses that the connections come from, in turn. */
  readonly from: readonly string[];
  readonly connections: number;
  /** The next request, as its bytes. */
  next(): string;
}

/** Of one connection. What an attack gains must come from what its requests cost, not from their number. */
const PER_SECOND_MAX = 200;
const TRY_AGAIN_MS = 100;

/** Sends requests until the attack is over; each connection waits for its answer and is opened again when it is closed. */
export async function flood(field: Field, { from, connections, next }: Flood): Promise<void> {
  const line = async (number: number): Promise<void> => {
    const source = from[number % from.length]!;
    let connection: Connection | undefined;
    const over = (): void => connection?.close();
    field.signal.addEventListener('abort', over);
    while (!field.signal.aborted) {
      if (!connection || connection.isOver) connection = new Connection({ url: field.url, from: source });
      const answer = await connection.ask(next());
      if (!field.signal.aborted) field.count(answer);
      await pause(pauseAfter(answer), field.signal);
    }
    over();
  };
  const lines = Array.from({ length: connections }, (_, number) => line(number));
  field.inPosition();
  await Promise.all(lines);
}

const pauseAfter = (answer: Answer): number => (typeof answer === 'number' ? 1_000 / PER_SECOND_MAX : TRY_AGAIN_MS);
