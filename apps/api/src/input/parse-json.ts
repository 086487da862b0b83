import { LIMITS, ServiceError } from '@stackcheck/contract';

const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Strict UTF-8 JSON of bounded depth.
 * @throws ServiceError `bad_request`
 */
export function parseJson(bytes: Buffer, depthMax: number = LIMITS.bodyDepthMax): unknown {
  let value: unknown;
  try {
    value = JSON.parse(STRICT_UTF8.decode(bytes));
  } catch (cause) {
    throw new ServiceError('bad_request', { message: 'the body is not valid UTF-8 JSON', cause });
  }
  checkNesting(value, depthMax);
  return value;
}

/** More values than any body may hold; what comes after them is judged by the route's class, which looks at no more either. */
const VALUES_SEEN_MAX = 4_096;

/** Level by level and without recursion: a 60 KB body can nest deeper than the stack. */
function checkNesting(root: unknown, depthMax: number): void {
  let seen = 0;
  let level = isNode(root) ? [root] : [];
  for (let depth = 1; level.length > 0; depth++) {
    const below: object[] = [];
    for (const node of level) {
      if (depth > depthMax) {
        throw new ServiceError('bad_request', { message: `the body nests deeper than ${depthMax} levels` });
      }
      if (Object.hasOwn(node, '__proto__')) {
        throw new ServiceError('bad_request', { message: 'the body holds a property "__proto__", which is not known' });
      }
      for (const name in node) {
        if (++seen > VALUES_SEEN_MAX) return;
        const child = (node as Readonly<Record<string, unknown>>)[name];
        if (isNode(child)) below.push(child);
      }
    }
    level = below;
  }
}

function isNode(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
