import { ServiceError } from '@stackcheck/contract';
import { IsString, Length } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { defineRoute } from '../catalogue/define-route';
import { publish } from '../catalogue/publish';
import { heldFor } from './kept-today';
import { operationPage } from './reference/operation-page';
import { ApiDescription } from './reference/api-description';
import { referencePage } from './reference/reference-page';

const SECONDS = 300;
const HTML_TYPE = 'text/html; charset=utf-8';

class OperationParams {
  @JSONSchema({ description: 'The operationId of a route.', examples: ['service_eol_cycle'] })
  @Length(1, 100, { message: 'operation must be 1 to 100 characters long' })
  @IsString({ message: 'operation must be a string' })
  operation!: string;
}

export const referenceRoute = defineRoute({
  method: 'GET',
  path: '/docs/api',
  operationId: 'service_reference',
  tags: ['service', 'free'],
  summary: 'Reference of all routes',
  description: 'A page for people, made of the OpenAPI description: every route with its price.',
  price: 'free',
  anyQuery: true,
  output: { contentType: 'text/html', schema: { type: 'string' } },
  errors: [],
  example: {},
  answer: (_input, { service }) => heldFor(publish(HTML_TYPE, referencePage(ApiDescription.of(service))), SECONDS),
});

export const operationRoute = defineRoute<OperationParams>({
  method: 'GET',
  path: '/docs/api/{operation}',
  operationId: 'service_reference_operation',
  tags: ['service', 'free'],
  summary: 'Reference of one route',
  description: 'A page for people: parameters, body, answer and errors of a route, with an example.',
  price: 'free',
  anyQuery: true,
  params: OperationParams,
  output: { contentType: 'text/html', schema: { type: 'string' } },
  errors: ['not_found'],
  example: { pathParams: { operation: 'service_eol_cycle' } },
  answer({ params }, { service, baseUrl }) {
    const description = ApiDescription.of(service);
    const operation = description.operation(params.operation);
    if (operation === undefined) throw new ServiceError('not_found', { message: 'there is no operation of this name' });
    return heldFor(publish(HTML_TYPE, operationPage(operation, description, baseUrl)), SECONDS);
  },
});
