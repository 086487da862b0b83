import type { Answer } from './connection';

/** What an attack is given: whom it attacks, and how long. */
export interface Field {
  /** Base URL of the service, or of the proxy before it. */
  readonly url: string;
  /** Aborts when the attack is over. */
  readonly signal: AbortSignal;
  /** The attack is under way: from here on honest calls are counted. */
  inPosition(): void;
  /** Counts what was answered. */
  count(answer: Answer): void;
}

/** Waits, unless the attack is over before. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal.addEventListener('abort', over);
  });
}

/**
 * A loopback address of the attackers: all of 127.0.0.0/8 is this machine. Honest buyers come from 127.0.0.1.
 * @param number from 0; each 200 share a /24
 */
export function address(number: number): string {
  return `127.0.${1 + Math.floor(number / 200)}.${1 + (number % 200)}`;
}
