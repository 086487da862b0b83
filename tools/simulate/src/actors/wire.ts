import { Connection, type Reply } from '../core/connection';
import type { Life } from '../core/life';
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
      /** The server that accepts the next connection; undefined while none listens. */
      readonly server: () => SimServer | undefined;
      readonly habits: WireHabits;
      /** What happens in a process happens when it is awake. */
      readonly within: (life: Life, step: () => void) => void;
      readonly onFault: (name: string) => void;
    },
  ) {}

  /** Open connections, by the process that accepted them. */
  private readonly open = new Map<Connection, Life>();
  /** Requests sent so far. */
  requests = 0;

  /**
   * The connections of a process that ended.
   * @param life all of them when absent
   * @param withPower the machine lost its power, too
   */
  reset(withPower: boolean, life?: Life): void {
    for (const [connection, accepted] of this.open) {
      if (life !== undefined && accepted !== life) continue;
      connection.reset(withPower);
      this.open.delete(connection);
    }
  }

  /** @param patienceMs after which the client hangs up */
  async send(request: SimRequest, patienceMs: number): Promise<Sent> {
    const { scheduler, random, habits, server, within, onFault } = this.parts;
    this.requests++;
    await scheduler.sleep(random.between(1, 60));
    const running = server();
    if (!running) return { reply: { kind: 'lost' }, wasLostAfterFinish: false };
    const connection = new Connection(scheduler, random, habits.lossRate);
    this.open.set(connection, running.life);
    scheduler.after(patienceMs, () => connection.hangUp());
    if (random.chance(habits.cutRate)) {
      onFault('cut connection');
      scheduler.after(random.between(0, 6_000), () => connection.hangUp());
    }
    within(running.life, () => void running.serve(request, connection));
    const reply = await connection.reply;
    this.open.delete(connection);
    if (connection.wasLostAfterFinish) onFault('lost answer');
    return { reply, wasLostAfterFinish: connection.wasLostAfterFinish };
  }
}
