import { pathParamsOf, type AnyRoute } from './define-route';

/** What a method and path lead to. */
export type Match =
  | { readonly kind: 'route'; readonly route: AnyRoute; readonly pathParams: Readonly<Record<string, string>> }
  | { readonly kind: 'method'; readonly allow: string }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'none' };

/** A segment of a template: the same text, or a parameter, which a suffix may follow (`{cycle}.svg`). */
type Segment = string | { readonly suffix: string };

interface Template {
  readonly segments: readonly Segment[];
  readonly names: readonly string[];
  readonly byMethod: ReadonlyMap<string, AnyRoute>;
  readonly allow: string;
}

/** Finds the route of a request; built once from the catalogue. */
export class Matcher {
  private readonly bySize = new Map<number, Template[]>();

  constructor(readonly routes: readonly AnyRoute[]) {
    const byPath = new Map<string, AnyRoute[]>();
    for (const route of routes) byPath.set(route.path, [...(byPath.get(route.path) ?? []), route]);
    for (const [path, group] of byPath) {
      const template = toTemplate(path, group);
      const size = template.segments.length;
      this.bySize.set(size, [...(this.bySize.get(size) ?? []), template].sort(mostLiteralFirst));
    }
  }

  /**
   * The most literal template decides, and only then the method, so that `/v1/eol/check` is never a product.
   * @param path raw path of the request target, without the query
   */
  match(method: string, path: string): Match {
    if (!path.startsWith('/')) return { kind: 'none' };
    const segments = decodeSegments(path);
    if (!segments) return { kind: 'malformed' };
    const template = this.bySize.get(segments.length)?.find((candidate) => fits(candidate, segments));
    if (!template) return { kind: 'none' };
    const route = template.byMethod.get(method === 'HEAD' ? 'GET' : method);
    if (!route) return { kind: 'method', allow: template.allow };
    const pathParams: Record<string, string> = {};
    let next = 0;
    template.segments.forEach((literal, at) => {
      if (typeof literal === 'string') return;
      pathParams[template.names[next++]!] = segments[at]!.slice(0, segments[at]!.length - literal.suffix.length);
    });
    return { kind: 'route', route, pathParams };
  }
}

function toTemplate(path: string, routes: readonly AnyRoute[]): Template {
  const parts = path.split('/').slice(1);
  const byMethod = new Map(routes.map((route) => [route.method as string, route]));
  const methods = [...byMethod.keys()].sort().flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return {
    segments: parts.map((part) => (part.startsWith('{') ? { suffix: part.slice(part.indexOf('}') + 1) } : part)),
    names: pathParamsOf(path),
    byMethod,
    allow: [...methods, 'OPTIONS'].join(', '),
  };
}

function mostLiteralFirst(a: Template, b: Template): number {
  for (let at = 0; at < a.segments.length; at++) {
    const order = breadth(a.segments[at]!) - breadth(b.segments[at]!);
    if (order !== 0) return order;
  }
  return 0;
}

/** How much a segment matches: a text least, a parameter with a suffix less than one without. */
function breadth(segment: Segment): number {
  return typeof segment === 'string' ? 0 : segment.suffix === '' ? 2 : 1;
}

/** Decoded segments, so that an encoded slash stays inside its segment; undefined when the encoding is broken. */
function decodeSegments(path: string): string[] | undefined {
  const segments = path.slice(1).split('/');
  if (!path.includes('%')) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** An empty or dot segment is no parameter: clients fold those away, so no client could pay for such a URL. */
function fits({ segments: wanted }: Template, segments: readonly string[]): boolean {
  // Not by `every`, whose closures were more of what a paid call leaves to the collector than its answer.
  for (let at = 0; at < wanted.length; at++) if (!fitsSegment(wanted[at]!, segments[at]!)) return false;
  return true;
}

function fitsSegment(wanted: Segment, segment: string): boolean {
  if (typeof wanted === 'string') return wanted === segment;
  const { suffix } = wanted;
  return suffix === ''
    ? segment !== '' && segment !== '.' && segment !== '..'
    : segment.length > suffix.length && segment.endsWith(suffix);
}
