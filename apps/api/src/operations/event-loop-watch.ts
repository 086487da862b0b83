import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Pause } from './pause';

/** Above this 99th percentile of a sample, payments are shed: their clients' time limits start to run out. */
export const LAG_SHED_MS = 100;
/** Above this, offers are shed too. */
export const LAG_PAUSE_MS = 1_000;

/** Measures how late the event loop is. */
export interface LoopDelay {
  /** 99th percentile since the last call, in milliseconds beyond the sampling interval. */
  p99Ms(): number;
  stop(): void;
}

const RESOLUTION_MS = 10;

/** The process's own event loop, measured by Node. */
export function loopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  return {
    p99Ms() {
      // A histogram without samples has a percentile of 0 or of its last reset.
      const late = histogram.count === 0 ? 0 : Math.max(0, histogram.percentile(99) / 1e6 - RESOLUTION_MS);
      histogram.reset();
      return late;
    },
    stop: () => histogram.disable(),
  };
}

/** One look at the event loop; call it about once a second. Returns the lag for the metrics. */
export function watchEventLoop(delay: LoopDelay, pause: Pause): number {
  const lagMs = delay.p99Ms();
  const level = lagMs > LAG_PAUSE_MS ? 'pause' : lagMs > LAG_SHED_MS ? 'shed' : 'clear';
  pause.report('event_loop', level, `requests wait ${Math.round(lagMs)} ms for the processor`);
  return lagMs;
}
