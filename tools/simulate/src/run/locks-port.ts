import { LockClient, type InFlightLocks, type LockServer, type LockRequest } from '@stackcheck/payment-x402/in-flight';
import { inOrder } from '../core/channel';
import type { Host } from '../core/host';
import type { Life } from '../core/life';
import type { Random } from '../core/random';
import type { Scheduler } from '../core/scheduler';
import type { Mutant } from './mutant';

/**
 * The flights of one of several processes, kept by the real server at the other end of a channel: what is sent arrives in its order
 * and a while later, also after the sender's end, which is noticed when its last message was read.
 */
export function locksPort(
  server: LockServer,
  parts: {
    readonly host: Host;
    readonly life: Life;
    readonly random: Random;
    readonly scheduler: Scheduler;
    readonly mutant: Mutant | undefined;
  },
): InFlightLocks {
  const { host, life, random, scheduler, mutant } = parts;
  const toServer = inOrder(scheduler, random);
  const toProcess = inOrder(scheduler, random);
  const connection = server.connect((reply) => {
    const text = JSON.stringify(reply);
    toProcess(() => {
      if (life.isAlive && !host.strikes(life, 'locks', 'after')) book.onMessage(JSON.parse(text) as typeof reply);
    });
  });
  const book = new LockClient((message) => {
    if (!life.isAlive || host.strikes(life, `locks.${message.kind}`, 'before')) return;
    const text = JSON.stringify(message);
    toServer(() => connection.onMessage(JSON.parse(text) as LockRequest));
  });
  if (!mutant?.keepsLocksOfTheDead) life.whenOver(() => toServer(() => connection.leave()));
  return book;
}
