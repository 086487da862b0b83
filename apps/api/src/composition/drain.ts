import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentStore } from '@stackcheck/payment-x402';
import { closeSilentConnections } from '../operations/connections';
import type { Pause } from '../operations/pause';

/** What a drain waits for. */
export interface DrainDeps {
  readonly server: Server;
  /** Payments that are worked on, also those whose client has gone. */
  readonly payments: () => number;
  readonly limitMs: number;
}

/** Longer than a balancer waits that looks at /readyz each second. */
const ANNOUNCED_MS = 2_500;
/** For the next request of each connection that is open, where other connections go on elsewhere. */
export const LAST_REQUESTS_MS = 1_000;

/** What announces an end. */
export interface AnnounceDeps {
  readonly server: Server;
  readonly pause: Pause;
  readonly store: Pick<PaymentStore, 'nodes'> | undefined;
  /** How many processes serve this port: all of them end together, or the others take what comes to it. */
  readonly workers: number;
}

/**
 * Says at /readyz that this process ends and goes on answering, payments included, until balancers have heard it; then takes no new
 * connection. Where no process goes on over the same payments at another address, nothing.
 */
export async function announceEnd({ server, pause, store, workers }: AnnounceDeps): Promise<void> {
  const others = (store?.nodes?.() ?? 0) - workers;
  if (others <= 0) return;
  pause.report('draining', 'warn', 'the process is about to end; others go on');
  await sleep(ANNOUNCED_MS);
  await answerLast(server, LAST_REQUESTS_MS);
}

/**
 * Takes no new connection, and leaves those that are open for their next request, which is answered in full and is their last: a client that
 * is just sending one never finds its connection closed. Resolves when all are gone, or their time is up.
 */
export async function answerLast(server: Server, limitMs: number): Promise<void> {
  // That of an HTTP server would close those that wait for a request.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, limitMs)));
  await Promise.race([closed, late]);
  clearTimeout(timer);
}

const LOOK_MS = 25;
/** For a request whose head is on its way. */
const SILENCE_MS = 1_000;

/**
 * Ends serving: no new connection, idle ones are closed, each answer still to come closes its own (`send` sees that the server
 * no longer listens). Resolves when everything under way is finished, and cuts what is not after the limit.
 * @returns whether everything finished by itself
 */
export async function drain({ server, payments, limitMs }: DrainDeps): Promise<boolean> {
  let cut = false;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const force = setTimeout(() => {
    cut = true;
    server.closeAllConnections();
  }, limitMs);
  // A connection becomes idle when its answer is out, also one whose client ignores `Connection: close`.
  const look = setInterval(() => server.closeIdleConnections(), LOOK_MS);
  const silence = setTimeout(() => closeSilentConnections(server), SILENCE_MS);
  server.closeIdleConnections();
  await closed;
  clearTimeout(silence);
  clearInterval(look);
  while (payments() > 0 && !cut) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  clearTimeout(force);
  return !cut;
}
