import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Pause } from './pause';

/** How many times the limit offers are shed too. */
const PAUSE_FACTOR = 10;

/** Measures how late the event loop is. */
export interface LoopDelay {
  /** 99th percentile since the last call, in milliseconds beyond the sampling interval. */
  p99Ms(): number;
  stop(): void;
}

/** How often the event loop is sampled. Each sample wakes the process, idle or not. */
export const LOOP_SAMPLE_MS = 100;

/** The process's own event loop, measured by Node. */
export function loopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: LOOP_SAMPLE_MS });
  histogram.enable();
  return {
    p99Ms() {
      // A histogram without samples has a percentile of 0 or of its last reset.
      const late = histogram.count === 0 ? 0 : Math.max(0, histogram.percentile(99) / 1e6 - LOOP_SAMPLE_MS);
      histogram.reset();
      return late;
    },
    stop: () => histogram.disable(),
  };
}

/** Sheds payments while the event loop is slow: their clients' time limits start to run out. */
export class EventLoopWatch {
  private previousMs = 0;

  /** @param limitMs 99th percentile above which payments are shed, and above ten times which offers are too; 0 = never */
  constructor(
    private readonly delay: LoopDelay,
    private readonly pause: Pause,
    private readonly limitMs: number,
  ) {}

  /**
   * One look; call it about once a second. One slow sample may be a single long task, e.g. a new snapshot; two in a row are
   * a lack of processor. Returns the lag of the last sample in milliseconds.
   */
  look(): number {
    const lagMs = this.delay.p99Ms();
    const lasting = Math.min(lagMs, this.previousMs);
    this.previousMs = lagMs;
    if (this.limitMs === 0) return lagMs;
    const level = lasting > this.limitMs * PAUSE_FACTOR ? 'pause' : lasting > this.limitMs ? 'shed' : 'clear';
    this.pause.report('event_loop', level, `requests wait ${Math.round(lasting)} ms for the processor`);
    return lagMs;
  }

  stop(): void {
    this.delay.stop();
  }
}
