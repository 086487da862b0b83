import type { Stop } from '../model/disk';
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

/** How long a process that must not go on still waits for its requests. */
const ABANDON_MS = 12_000;

/**
 * The machine that the server runs on, or those of several nodes. Every call of a process to the outside goes through here and may be
 * its last.
 */
export class Host {
  /** Processes that run. */
  readonly lives = new Map<number, Life>();
  crashes = 0;
  /** Yield points passed so far. */
  points = 0;
  /** Processes that are about to end. */
  ending = 0;
  private made = 0;

  constructor(
    private readonly parts: {
      readonly scheduler: Scheduler;
      readonly random: Random;
      readonly trail: Trail;
      readonly crashPlan: CrashPlan;
      readonly processes: number;
      /** Each on a machine of its own: the end of one is never the end of another. */
      readonly areApart?: boolean;
      /** The machine stops, or the process on it. */
      readonly onCrash: (stop: Stop) => void;
      /** One of several nodes ends. */
      readonly onEnd: (life: Life) => void;
      readonly onBoot: (life: Life) => void;
    },
  ) {}

  boot(): void {
    for (let place = 0; place < this.parts.processes; place++) this.start(place);
  }

  /** A call through a port, with a chance to die before it is done and after, unknown to the caller. */
  call<T>(life: Life, name: string, { beforeMs, afterMs, work }: PortCall<T>): Promise<T> {
    if (!life.isAlive) return never();
    const { scheduler } = this.parts;
    const happen = (step: () => void): void => this.within(life, step);
    return new Promise<T>((resolve, reject) => {
      const finish = (delayMs: number, conclude: () => void): void =>
        scheduler.after(delayMs, () =>
          happen(() => {
            if (life.isAlive && !this.strikes(life, name, 'after')) conclude();
          }),
        );
      const begin = async (): Promise<void> => {
        if (!life.isAlive || this.strikes(life, name, 'before')) return;
        try {
          const value = await work();
          finish(typeof afterMs === 'number' ? afterMs : afterMs(value), () => resolve(value));
        } catch (error) {
          finish(1, () => reject(error));
        }
      };
      scheduler.after(beforeMs, () => happen(() => void begin()));
    });
  }

  /** Something happens in a process: now, or when it is awake again. */
  within(life: Life, step: () => void): void {
    life.whenAwake(() => {
      if (this.parts.areApart) this.parts.scheduler.owner = life;
      step();
    });
  }

  /** A process that could not start ends, and is started again. */
  giveUp(life: Life): void {
    if (life.isAlive) this.end(life);
  }

  /** A yield point by itself. @returns whether the process is no more */
  strikes(life: Life, name: string, when: 'before' | 'after'): boolean {
    const { crashPlan, trail, areApart } = this.parts;
    const stop = crashPlan.strikes(this.points++, name);
    if (!stop) return false;
    trail.note(() => `${areApart ? `process ${life.place}` : 'the machine'} stops ${when} ${name}`);
    if (areApart) this.end(life);
    else this.crash(stop);
    return true;
  }

  /** A process must end, and does when its requests had their time. */
  abandon(life: Life): void {
    const { scheduler, random, trail, areApart } = this.parts;
    trail.note(() => `boot ${life.number} is about to end`);
    this.ending++;
    scheduler.after(random.between(0, ABANDON_MS), () => {
      this.ending--;
      if (!life.isAlive) return;
      if (areApart) this.end(life);
      else this.crash('kill');
    });
  }

  private start(place: number): void {
    const number = ++this.made;
    const life = new Life(number, `boot-${number}`, place);
    this.lives.set(place, life);
    this.parts.trail.note(() => `boot ${life.number}`);
    this.parts.onBoot(life);
  }

  private crash(stop: Stop): void {
    const { parts } = this;
    const ended = [...this.lives.values()];
    this.lives.clear();
    this.crashes++;
    for (const life of ended) life.end();
    parts.trail.note(() => `CRASH of boot ${ended.map(({ number }) => number).join(' and ')} (${stop})`);
    parts.onCrash(stop);
    parts.scheduler.after(parts.random.between(100, 8_000), () => this.boot());
  }

  private end(life: Life): void {
    const { parts } = this;
    this.lives.delete(life.place);
    this.crashes++;
    life.end();
    parts.trail.note(() => `CRASH of boot ${life.number} alone`);
    parts.onEnd(life);
    parts.scheduler.after(parts.random.between(100, 3_000), () => this.start(life.place));
  }
}
