import type { CrashPlan } from './crash-plan';
import { Life, never } from './life';
import type { Random } from './random';
import type { Scheduler } from './scheduler';
import type { Trail } from './trail';

/** What a call through a port does when its time has come. */
export interface PortCall<T> {
  readonly beforeMs: number;
  readonly afterMs: number | ((value: T) => number);
  readonly work: () => T | Promise<T>;
}

/** The machine that the server runs on. Every call of the server to the outside goes through here and may be its last. */
export class Host {
  life: Life | undefined;
  crashes = 0;
  /** Yield points passed so far. */
  points = 0;
  private lives = 0;

  constructor(
    private readonly parts: {
      readonly scheduler: Scheduler;
      readonly random: Random;
      readonly trail: Trail;
      readonly crashPlan: CrashPlan;
      readonly onCrash: (stop: 'kill' | 'power') => void;
      readonly onBoot: (life: Life) => void;
    },
  ) {}

  boot(): void {
    const life = new Life(++this.lives, `boot-${this.lives}`);
    this.life = life;
    this.parts.trail.note(() => `boot ${life.number}`);
    this.parts.onBoot(life);
  }

  /** A call through a port, with a chance to die before it is done and after, unknown to the caller. */
  call<T>(life: Life, name: string, { beforeMs, afterMs, work }: PortCall<T>): Promise<T> {
    if (!life.isAlive) return never();
    const { scheduler } = this.parts;
    return new Promise<T>((resolve, reject) => {
      const finish = (delayMs: number, conclude: () => void): void =>
        scheduler.after(delayMs, () => {
          if (life.isAlive && !this.strikes(name, 'after')) conclude();
        });
      const begin = async (): Promise<void> => {
        if (!life.isAlive || this.strikes(name, 'before')) return;
        try {
          const value = await work();
          finish(typeof afterMs === 'number' ? afterMs : afterMs(value), () => resolve(value));
        } catch (error) {
          finish(1, () => reject(error));
        }
      };
      scheduler.after(beforeMs, () => void begin());
    });
  }

  crash(stop: 'kill' | 'power'): void {
    const { life } = this;
    if (!life) return;
    const { parts } = this;
    this.life = undefined;
    this.crashes++;
    life.end();
    parts.trail.note(() => `CRASH of boot ${life.number} (${stop})`);
    parts.onCrash(stop);
    parts.scheduler.after(parts.random.between(100, 8_000), () => this.boot());
  }

  private strikes(name: string, when: 'before' | 'after'): boolean {
    const stop = this.parts.crashPlan.strikes(this.points++, name);
    if (!stop) return false;
    this.parts.trail.note(() => `the machine stops ${when} ${name}`);
    this.crash(stop);
    return true;
  }
}
