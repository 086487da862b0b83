import { OldestFirst } from './oldest-first';

/** Counts events per key over a sliding time, in bounded memory; times come from the caller and never go back. */
export interface SlidingWindow {
  /** @param name what happened; within the window the same name counts once for a key */
  add(key: string, nowMs: number, name?: string): void;
  /** Milliseconds until fewer than the limit lie in the window; 0 when that is so already. */
  waitMs(key: string, nowMs: number): number;
  /** How many more events the key may have before it waits. */
  left(key: string, nowMs: number): number;
  /** Keys held, wider ones included; for tests and metrics. */
  size(): number;
}

/** How much a window remembers. */
export interface WindowBounds {
  /** Keys held at most, waiting ones included. */
  readonly keysMax: number;
  /** Waiting keys held at most; fewer than `keysMax`. */
  readonly waitingMax: number;
  /** A wider key that stands for a waiting one when there is no room for it. Without one the oldest is forgotten. */
  readonly widerKey?: (key: string) => string;
}

/** A bare time where the event has no name, which is the common case and the compact one. */
type WindowEvent = number | { readonly at: number; readonly name: string };

/**
 * When full, keys leave in this order: those whose events all passed, then of those that do not wait the one whose last
 * event is oldest. A key that waits is never forgotten for another one: without room for it, its wider key waits as long
 * in its place. Only when there are too many wider keys as well does the oldest of those go.
 * @param limit events within the window that make a key wait
 */
export function slidingWindow(limit: number, windowMs: number, bounds: WindowBounds): SlidingWindow {
  const { keysMax, waitingMax, widerKey } = bounds;
  // Every event sets its key again, so the oldest key is the one whose last event is oldest.
  const counting = new OldestFirst<readonly WindowEvent[]>();
  const waiting = new OldestFirst<readonly WindowEvent[]>();
  /** Wider key → time at which its wait ends. */
  const wide = new OldestFirst<number>();
  /** Before this time no waiting key ends its wait, so looking for one is in vain. */
  let nextEndMs = 0;

  const endOf = (events: readonly WindowEvent[]): number => atOf(events[0]!) + windowMs;

  const forgetPassed = (nowMs: number): void => {
    for (let key = counting.oldest(); key !== undefined; key = counting.oldest()) {
      if (atOf(counting.get(key)!.at(-1)!) + windowMs > nowMs) return;
      counting.delete(key);
    }
  };

  const forgetWaited = (nowMs: number): void => {
    if (nowMs < nextEndMs) return;
    nextEndMs = Infinity;
    for (const [key, events] of waiting) {
      if (endOf(events) <= nowMs) waiting.delete(key);
      else nextEndMs = Math.min(nextEndMs, endOf(events));
    }
  };

  const count = (key: string, events: readonly WindowEvent[]): void => {
    if (counting.size + waiting.size >= keysMax) forgetOldest(counting);
    counting.set(key, events);
  };

  const hold = (key: string, events: readonly WindowEvent[], nowMs: number): void => {
    if (waiting.size >= waitingMax) forgetWaited(nowMs);
    if (waiting.size >= waitingMax) {
      if (widerKey) return widen(widerKey(key), endOf(events));
      forgetOldest(waiting);
    } else if (counting.size + waiting.size >= keysMax) forgetOldest(counting);
    waiting.set(key, events);
    nextEndMs = Math.min(nextEndMs, endOf(events));
  };

  const widen = (key: string, endMs: number): void => {
    const lastEndMs = Math.max(endMs, wide.get(key) ?? 0);
    wide.delete(key);
    if (wide.size >= waitingMax) forgetOldest(wide);
    wide.set(key, lastEndMs);
  };

  const waitMs = (key: string, nowMs: number): number => {
    const held = waiting.get(key);
    const ownMs = held ? endOf(held) - nowMs : 0;
    const widerMs = wide.size > 0 && widerKey ? (wide.get(widerKey(key)) ?? 0) - nowMs : 0;
    return Math.max(0, ownMs, widerMs);
  };

  return {
    add(key, nowMs, name) {
      const recent = (waiting.get(key) ?? counting.get(key) ?? []).filter((event) => atOf(event) + windowMs > nowMs);
      if (name !== undefined && recent.some((event) => typeof event === 'object' && event.name === name)) return;
      const events = [...recent, name === undefined ? nowMs : { at: nowMs, name }].slice(-limit);
      counting.delete(key);
      waiting.delete(key);
      forgetPassed(nowMs);
      if (events.length < limit) count(key, events);
      else hold(key, events, nowMs);
    },
    waitMs,
    left(key, nowMs) {
      if (waitMs(key, nowMs) > 0) return 0;
      const events = waiting.get(key) ?? counting.get(key);
      return events ? limit - events.filter((event) => atOf(event) + windowMs > nowMs).length : limit;
    },
    size: () => counting.size + waiting.size + wide.size,
  };
}

function atOf(event: WindowEvent): number {
  return typeof event === 'number' ? event : event.at;
}

function forgetOldest(keys: OldestFirst<unknown>): void {
  const oldest = keys.oldest();
  if (oldest !== undefined) keys.delete(oldest);
}
