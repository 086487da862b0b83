import type { AnyRoute } from '../catalogue/define-route';
import { checkBody } from '../catalogue/route-input';
import type { RawInput } from '../sale/read-input';

/** The arguments of a call as an input, checked as the body of a request is, and only when that is asked for. */
export function argumentInput(route: AnyRoute, args: unknown): RawInput {
  let checkingMs = 0;
  let checking: ReturnType<RawInput['json']> | undefined;
  const check = (): ReturnType<typeof checkBody> => {
    const startedMs = performance.now();
    try {
      return checkBody(route, args);
    } finally {
      checkingMs += performance.now() - startedMs;
    }
  };
  return {
    pathParams: {},
    query: null,
    bringsBody: true,
    requireJson: () => undefined,
    // Its bytes tell inputs apart that are refused, and are made for nothing else.
    body: () => Promise.resolve(() => Buffer.from(JSON.stringify(args))),
    giveUp: () => undefined,
    json: () => (checking ??= new Promise((resolve) => resolve(check()))),
    parsingMs: () => checkingMs,
  };
}
