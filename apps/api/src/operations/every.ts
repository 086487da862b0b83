/** Work that is done again and again. */
export interface Repeated {
  stop(): void;
  /** Resolves when no round is running. */
  idle(): Promise<void>;
}

/** Runs work every `ms` milliseconds, never two rounds at once. Does not keep the process alive. */
export function every(ms: number, work: () => void | Promise<void>, onError: (error: unknown) => void): Repeated {
  let running = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    running = Promise.resolve()
      .then(work)
      .catch(onError)
      .finally(() => {
        busy = false;
      });
  }, ms);
  timer.unref();
  return { stop: () => clearInterval(timer), idle: () => running };
}
