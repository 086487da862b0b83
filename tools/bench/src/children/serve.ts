import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import type { ChildAnswers, ChildMemory, ChildMessage, ChildState } from '../measure/child-server';
import { TurnWatch } from './turn-watch';

const RESOLUTION_MS = 1;

/** What is freed by one collection may own what the next one frees. */
const COLLECTIONS = 4;

/** Runs a server as a child of the benchmark: reports its URL to the parent, answers its questions, and ends with it. */
export function serve(start: () => Promise<string>): void {
  const post = (message: ChildMessage) => process.send?.(message);
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const turns = process.env['WATCH_TURNS'] === '1' ? new TurnWatch() : undefined;
  // Watching costs a timer every millisecond, so it begins when somebody asks.
  const state = (): ChildState => {
    const stallMs = Math.max(0, delay.max / 1e6 - RESOLUTION_MS);
    delay.reset();
    delay.enable();
    return { stallMs, turnMs: turns?.longestMs() ?? NaN };
  };
  process.on('message', (question: keyof ChildAnswers) => {
    if (question === 'state') post({ state: state() });
    else void held().then((memory) => post({ memory }));
  });
  process.once('disconnect', () => process.exit(0));
  start().then(
    (url) => post({ url }),
    (fault: unknown) => post({ fault: fault instanceof Error ? fault.message : String(fault) }),
  );
}

async function held(): Promise<ChildMemory> {
  for (let collection = 0; collection < COLLECTIONS; collection++) {
    globalThis.gc?.();
    await nextTurn();
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return {
    rssBytes: rss,
    heapUsedBytes: heapUsed,
    machineCodeBytes: machineCode(),
    externalBytes: external,
    handles: process.getActiveResourcesInfo().length,
    descriptors: descriptors(),
  };
}

function machineCode(): number {
  const ofCode = getHeapSpaceStatistics().filter(({ space_name: name }) => /^code_/.test(name));
  return ofCode.reduce((sum, { space_used_size: bytes }) => sum + bytes, 0);
}

function descriptors(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}
