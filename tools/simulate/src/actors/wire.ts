import { Connection, type Reply } from '../core/connection';
import type { Host } from '../core/host';
import type { Random } from '../core/random';
import type { Scheduler } from '../core/scheduler';
import type { SimRequest, SimServer } from './server';

/** Rates of what goes wrong between clients and the server. */
export interface WireHabits {
  /** A connection is cut while the request is being served. */
  cutRate: number;
  /** An answer that left the server whole does not arrive. */
  lossRate: number;
}

/** How a request went, as the checker may know it. */
export interface Sent {
  readonly reply: Reply;
  readonly wasLostAfterFinish: boolean;
}

/** The network between clients and the server. */
export class Wire {
  constructor(
    private readonly parts: {
      readonly scheduler: Scheduler;
      readonly random: Random;
      readonly host: Host;
      readonly server: () => SimServer | undefined;
      readonly habits: WireHabits;
      readonly onFault: (name: string) => void;
    },
  ) {}

  /** Open connections to the process that runs now; `withPower` when the machine lost its power, too. */
  private readonly open = new Set<Connection>();
  /** Requests sent so far. */
  requests = 0;

  resetAll(withPower: boolean): void {
    for (const connection of this.open) connection.reset(withPower);
    this.open.clear();
  }

  /** @param patienceMs after which the client hangs up */
  async send(request: SimRequest, patienceMs: number): Promise<Sent> {
    const { scheduler, random, host, habits, server, onFault } = this.parts;
    this.requests++;
    await scheduler.sleep(random.between(1, 60));
    const running = host.life && server();
    if (!running) return { reply: { kind: 'lost' }, wasLostAfterFinish: false };
    const connection = new Connection(scheduler, random, habits.lossRate);
    this.open.add(connection);
    scheduler.after(patienceMs, () => connection.hangUp());
    if (random.chance(habits.cutRate)) {
      onFault('cut connection');
      scheduler.after(random.between(0, 6_000), () => connection.hangUp());
    }
    void running.serve(request, connection);
    const reply = await connection.reply;
    this.open.delete(connection);
    if (connection.wasLostAfterFinish) onFault('lost answer');
    return { reply, wasLostAfterFinish: connection.wasLostAfterFinish };
  }
}
