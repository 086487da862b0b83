import type { AnyQuery } from '@stackcheck/queries';
import type { RawInput } from '../sale/read-input';

/** The arguments of a call as an input, which its query reads when it is asked for. */
export function argumentInput(query: AnyQuery, args: unknown): RawInput {
  let readingMs = 0;
  const read = (): object => {
    const startedMs = performance.now();
    try {
      return query.read(args) as object;
    } finally {
      readingMs += performance.now() - startedMs;
    }
  };
  let reading: ReturnType<RawInput['json']> | undefined;
  return {
    pathParams: {},
    query: null,
    bringsBody: true,
    requireJson: () => undefined,
    body: () => Promise.resolve(Buffer.from(JSON.stringify(args) ?? '')),
    giveUp: () => undefined,
    json: () =>
      (reading ??= new Promise((resolve) => {
        const instance = read();
        resolve({ plain: instance, instance });
      })),
    parsingMs: () => readingMs,
  };
}
