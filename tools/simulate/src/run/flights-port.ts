import { RemoteFlights, type FlightBook, type FlightDesk, type FlightMessage } from '@stackcheck/payment-x402';
import { inOrder } from '../core/channel';
import type { Host } from '../core/host';
import type { Life } from '../core/life';
import type { Random } from '../core/random';
import type { Scheduler } from '../core/scheduler';
import type { Mutant } from './mutant';

/**
 * The flights of one of several processes, kept by the real desk at the other end of a channel: what is sent arrives in its order
 * and a while later, also after the sender's end, which is noticed when its last message was read.
 */
export function flightsPort(
  desk: FlightDesk,
  parts: {
    readonly host: Host;
    readonly life: Life;
    readonly random: Random;
    readonly scheduler: Scheduler;
    readonly mutant: Mutant | undefined;
  },
): FlightBook {
  const { host, life, random, scheduler, mutant } = parts;
  const toDesk = inOrder(scheduler, random);
  const toProcess = inOrder(scheduler, random);
  const seat = desk.seat((reply) => {
    const text = JSON.stringify(reply);
    toProcess(() => {
      if (life.isAlive && !host.strikes(life, 'flights', 'after')) book.heard(JSON.parse(text) as typeof reply);
    });
  });
  const book = new RemoteFlights((message) => {
    if (!life.isAlive || host.strikes(life, `flights.${message.kind}`, 'before')) return;
    const text = JSON.stringify(message);
    toDesk(() => seat.heard(JSON.parse(text) as FlightMessage));
  });
  if (!mutant?.keepsFlightsOfTheDead) life.whenOver(() => toDesk(() => seat.leave()));
  return book;
}
