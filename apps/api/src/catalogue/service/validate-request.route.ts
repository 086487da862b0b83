import { errorBody, LIMITS, ServiceError } from '@stackcheck/contract';
import { callerDatasets } from '@stackcheck/datasets/registry';
import { IsObject, IsOptional, IsString, Length } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { AnyValue } from '../../input/any-value';
import { isInputError, requireAcceptable } from './dry-run';
import { PlainText } from '../../input/plain-text';
import { defineRoute, descriptionOf, type AnyRoute } from '../define-route';
import { flag, object, text } from '@stackcheck/queries/json-schema';
import { RouteNames, type NamedRoute } from './named-route';

/** Longer than any target that fits into a request. */
const ROUTE_CHARS_MAX = 65_536;
const PARAMETERS_MAX = 50;

class ValidateRequestBody {
  @JSONSchema({
    description:
      'Operation id of a route, or its method and target as they would be sent: `service_eol_check`, `POST /v1/eol/check`, `GET /v1/eol/image?image=node:24`.',
    examples: ['POST /v1/eol/check'],
  })
  @PlainText()
  @Length(1, ROUTE_CHARS_MAX, { message: `route must be 1 to ${ROUTE_CHARS_MAX} characters long` })
  @IsString({ message: 'route must be a string' })
  route!: string;

  @JSONSchema({
    description: 'Path and query parameters by name, as far as `route` does not hold them.',
    type: 'object',
    additionalProperties: { type: 'string' },
    maxProperties: PARAMETERS_MAX,
    examples: [{ product: 'nodejs' }],
  })
  @AnyValue()
  @IsObject({ message: 'parameters must be an object of strings' })
  @IsOptional()
  parameters?: Readonly<Record<string, unknown>>;

  @JSONSchema({ description: 'The JSON body that would be sent.' })
  @AnyValue()
  @IsOptional()
  body?: unknown;
}

export const validateRequestRoute = defineRoute<object, ValidateRequestBody>({
  method: 'POST',
  path: '/v1/validate',
  operationId: 'service_validate_request',
  tags: ['service', 'free'],
  summary: 'Dry run of a request',
  description: `Says whether a request would be accepted, with the error that its route would answer because of its input, and nothing of what the route sells; at most ${LIMITS.dryRunsMax} within ${LIMITS.dryRunsWindowSeconds} seconds. The same on a paid route itself: \`Prefer: validate-only\` answers 204 or that error, without payment.`,
  price: 'free',
  joins: callerDatasets(),
  body: ValidateRequestBody,
  isDryRun: true,
  output: {
    contentType: 'application/json',
    schema: object({
      data: object({
        route: text('Operation id of the route.'),
        accepted: flag('Whether the route would take this input, once paid where it is not free.'),
        error: {
          description: 'What the route would answer instead; null when it is accepted.',
          oneOf: [{ $ref: '#/components/schemas/Error/properties/error' }, { type: 'null' }],
        },
      }),
    }),
  },
  errors: ['rate_limited', 'dataset_unavailable'],
  example: {
    body: { route: 'POST /v1/eol/check', body: { items: [{ product: 'nodejs', version: '24' }] } },
  },
  answer({ body: { route: name, parameters, body } }, deps) {
    const named = namesOf(deps.service.routes).find(name, textsOf(parameters ?? {}));
    const error = inputError(named, body, deps);
    return { json: { data: { route: named.route.operationId, accepted: error === null, error } } };
  },
});

function inputError(
  { route, pathParams, query }: NamedRoute,
  body: unknown,
  deps: Parameters<typeof requireAcceptable>[2],
): object | null {
  if (body !== undefined && !route.body) {
    throw new ServiceError('bad_request', { message: `${route.method} ${route.path} takes no body; use parameters` });
  }
  try {
    requireAcceptable(route, { pathParams, query, body }, deps);
    return null;
  } catch (error) {
    if (!isInputError(error)) throw error;
    return errorBody(deps.baseUrl, error.code, { ...error.detail, schema: descriptionOf(route) }).error;
  }
}

const names = new WeakMap<readonly AnyRoute[], RouteNames>();

function namesOf(routes: readonly AnyRoute[]): RouteNames {
  let known = names.get(routes);
  if (!known) names.set(routes, (known = new RouteNames(routes)));
  return known;
}

/** @throws ServiceError `bad_request` */
function textsOf(parameters: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const texts: [string, string][] = [];
  for (const name in parameters) {
    const value = parameters[name];
    if (typeof value !== 'string')
      throw new ServiceError('bad_request', { message: `parameters.${name} must be a string` });
    if (texts.push([name, value]) > PARAMETERS_MAX) {
      throw new ServiceError('bad_request', { message: `parameters must hold at most ${PARAMETERS_MAX} members` });
    }
  }
  return Object.fromEntries(texts);
}
