/** Work that is done again and again. */
export interface Repeated {
  stop(): void;
  /** Resolves when no round is running. */
  idle(): Promise<void>;
}

/**
 * Runs work every `ms` milliseconds, never two rounds at once. Does not keep the process alive.
 * @param options.atOnce the first round begins now, without being waited for
 */
export function every(
  ms: number,
  work: () => void | Promise<void>,
  onError: (error: unknown) => void,
  options: { readonly atOnce?: boolean } = {},
): Repeated {
  let running = Promise.resolve();
  let busy = false;
  const round = (): void => {
    if (busy) return;
    busy = true;
    running = Promise.resolve()
      .then(work)
      .catch(onError)
      .finally(() => {
        busy = false;
      });
  };
  if (options.atOnce) round();
  const timer = setInterval(round, ms);
  timer.unref();
  return { stop: () => clearInterval(timer), idle: () => running };
}
