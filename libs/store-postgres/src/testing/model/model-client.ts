import type { Client } from 'pg';
import { ArrayParameter } from '../../connection/array-parameter';
import type { Statement } from '../../connection/lane';

/** A statement on its way: name and values. */
export type Sent = (name: string, values: readonly unknown[]) => Promise<readonly object[]>;

/** One end of a connection, as this library uses it. */
export interface ModelConnection {
  readonly client: Client;
  /** The connection is lost: what waits for an answer gets none. */
  cut(): void;
}

/**
 * A connection to a model: its client takes the prepared statements of this library and nothing else.
 * @param send carries a statement to a database and its rows back
 * @param onDestroy called when the client ends the connection at once
 */
export function modelConnection(send: Sent, onDestroy: () => void = () => undefined): ModelConnection {
  const listeners = new Map<string, ((argument?: unknown) => void)[]>();
  const waiting = new Set<(error: Error) => void>();
  let isOpen = true;
  const listen = (event: string, happen: (argument?: unknown) => void): void => {
    listeners.set(event, [...(listeners.get(event) ?? []), happen]);
  };
  const cut = (): void => {
    if (!isOpen) return;
    isOpen = false;
    for (const reject of waiting) reject(lost());
    for (const happen of listeners.get('end') ?? []) happen();
  };
  const client = {
    on: listen,
    once: listen,
    connection: {
      stream: {
        destroy() {
          cut();
          onDestroy();
        },
      },
    },
    query({ name, values }: Statement & { readonly values: readonly unknown[] }) {
      if (!isOpen) return Promise.reject(lost());
      return new Promise((resolve, reject) => {
        waiting.add(reject);
        send(name, values.map(received))
          .then((rows) => resolve({ rows }), reject)
          .finally(() => waiting.delete(reject));
      });
    },
    async end() {
      cut();
    },
  };
  return { client: client as unknown as Client, cut };
}

/** As the server reads it. */
function received(value: unknown): unknown {
  return value instanceof ArrayParameter ? value.items : value;
}

function lost(): Error {
  return Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
}
