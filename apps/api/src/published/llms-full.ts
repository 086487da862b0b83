import { errorRow, ERROR_CODES } from '@stackcheck/contract';
import type { AnyRoute, Published } from '../catalogue/define-route';
import { pathParamsOf } from '../catalogue/define-route';
import { exampleTarget, freeRoutes, paidRoutes, type PublishingContext } from './context';
import { families } from './families';
import { howToPay, WHAT_IT_IS } from './guidance';
import { inputSchemas, parametersOf } from './input-schemas';
import { errorsOf } from './route-errors';
import { publish } from '../catalogue/publish';

interface Property {
  readonly type?: string | readonly string[];
  readonly description?: string;
}

/** Everything a language model may want to know of the API on one page of Markdown. */
export function llmsFull(context: PublishingContext): Published {
  const paid = families(paidRoutes(context)).map(
    ({ name, description, routes }) =>
      `## ${name}: ${description}\n\n${routes.map((route) => chapter(context, route)).join('\n\n')}`,
  );
  const free = freeRoutes(context).map((route) => chapter(context, route));
  const text = [
    `# stackcheck\n\n> ${WHAT_IT_IS}`,
    ...howToPay(context),
    ...paid,
    `## Free routes\n\n${free.join('\n\n')}`,
    `## Errors\n\n${ERROR_CODES.map(errorLine).join('\n')}`,
  ].join('\n\n');
  return publish('text/plain; charset=utf-8', `${text}\n`);
}

function chapter(context: PublishingContext, route: AnyRoute): string {
  const price = route.price === 'free' ? 'Free.' : `Price: ${context.priceUsd(route)} USD.`;
  const inputs = inputLines(route);
  return [
    `### ${route.method} ${route.path}`,
    `${route.description} ${price}`,
    ...(inputs.length > 0 ? [inputs.join('\n')] : []),
    ...exampleOf(context, route),
    `Errors: ${errorsOf(route, context.l402).join(', ')}.`,
  ].join('\n\n');
}

function inputLines(route: AnyRoute): readonly string[] {
  const parameters = parametersOf(route, pathParamsOf(route.path)) as {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
  }[];
  const body = bodyOf(route);
  const fields = Object.entries(body.properties ?? {});
  // One of two names has to be sent.
  const required = new Set([...(body.required ?? []), ...(body.oneOf ?? []).flatMap((choice) => choice.required)]);
  return [
    ...parameters.map((one) => inputLine(one.name, one.in, one.required, one.description)),
    ...fields.map(([name, { description }]) => inputLine(name, 'body', required.has(name), description)),
  ];
}

function inputLine(name: string, place: string, isRequired: boolean, description: string | undefined): string {
  return `- \`${name}\` (${place}${isRequired ? '' : ', optional'}): ${description ?? ''}`.trimEnd();
}

function bodyOf(route: AnyRoute): {
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly { readonly required: readonly string[] }[];
} {
  return route.body ? (inputSchemas([route])[route.body.name] ?? {}) : {};
}

function exampleOf({ baseUrl, answers }: PublishingContext, route: AnyRoute): readonly string[] {
  const body = route.example.body === undefined ? '' : `\n${JSON.stringify(route.example.body)}`;
  const answer = answers[route.operationId];
  return [
    `Example:\n\n\`\`\`http\n${route.method} ${baseUrl}${exampleTarget(route)}${body}\n\`\`\``,
    ...(answer === undefined ? [] : [`Answer:\n\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``]),
  ];
}

function errorLine(code: (typeof ERROR_CODES)[number]): string {
  const { http, when, next } = errorRow(code);
  return `- \`${code}\` (${http}): ${when} ${next}`;
}
