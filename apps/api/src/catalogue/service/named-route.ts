import { ServiceError } from '@stackcheck/contract';
import { nearestName } from '@stackcheck/contract/spelling';
import { quoted } from '@stackcheck/contract/wording';
import { Matcher } from '../match';
import { errorsExcused } from '../../input/reduce-input';
import { readTarget } from '../../input/target';
import { pathParamsOf, type AnyRoute } from '../define-route';

/** A route as a caller named it, with the parameters of a request to it. */
export interface NamedRoute {
  readonly route: AnyRoute;
  readonly pathParams: Readonly<Record<string, string>>;
  /** Raw query without `?`; null when there is none. */
  readonly query: string | null;
}

/** Finds routes by what callers call them; built once from the catalogue. */
export class RouteNames {
  private readonly byName = new Map<string, AnyRoute>();
  private readonly matcher: Matcher;

  constructor(routes: readonly AnyRoute[]) {
    const listed = routes.filter((route) => route.listed !== false);
    for (const route of listed) {
      this.byName.set(route.operationId, route);
      this.byName.set(`${route.method} ${route.path}`, route);
    }
    this.matcher = new Matcher(listed);
  }

  /**
   * @param name an operation id, or a method with a template or a target
   * @param parameters path and query parameters by name, besides those of the target
   * @throws ServiceError `bad_request` naming what would do
   */
  find(name: string, parameters: Readonly<Record<string, string>>): NamedRoute {
    const named = this.byName.get(name);
    if (named) return withParameters(named, {}, null, parameters);
    const [, method = '', url = ''] = /^(GET|POST) (\/\S*)$/.exec(name) ?? [];
    const target = readTarget(url);
    const match = method === '' ? { kind: 'none' as const } : this.matcher.match(method, target.path);
    if (match.kind === 'route') return withParameters(match.route, match.pathParams, target.query, parameters);
    if (match.kind === 'method')
      throw refused(`route ${quoted(name, 100)} is not known; its path allows ${match.allow}`);
    if (match.kind === 'malformed')
      throw refused(
        `the path of route ${quoted(name, 100)} holds broken percent-encoding: write two hexadecimal digits after each %, of UTF-8, and %25 for a % itself`,
      );
    throw this.unknown(name);
  }

  private unknown(name: string): ServiceError {
    const meant = nearestName(name, this.byName.keys(), errorsExcused);
    const hint =
      meant === undefined
        ? 'it must be an operation id such as service_eol_check, or a method and target such as POST /v1/eol/check'
        : `did you mean "${meant}"?`;
    return refused(`route ${quoted(name, 100)} is not known; ${hint}`);
  }
}

/** Parameters of the path go into it, all others into the query, which says itself when one is there twice. */
function withParameters(
  route: AnyRoute,
  inPath: Readonly<Record<string, string>>,
  query: string | null,
  parameters: Readonly<Record<string, string>>,
): NamedRoute {
  const pathParams: Record<string, string> = { ...inPath };
  const rest: [string, string][] = [];
  for (const [name, value] of Object.entries(parameters)) {
    const isOpen = pathParamsOf(route.path).includes(name) && !Object.hasOwn(inPath, name);
    if (isOpen) pathParams[name] = value;
    else rest.push([name, value]);
  }
  const missing = pathParamsOf(route.path).find((name) => !Object.hasOwn(pathParams, name));
  if (missing !== undefined) throw refused(`parameters.${missing} is missing; it is part of the path ${route.path}`);
  const added = new URLSearchParams(rest).toString();
  return { route, pathParams, query: [query, added].filter(Boolean).join('&') || null };
}

function refused(message: string): ServiceError {
  return new ServiceError('bad_request', { message });
}
