import fc from 'fast-check';
import type { Operation, Parameter } from '../oracle/served-api';
import { acceptedBy, nearlyAcceptedBy, type SchemaContext } from './schema-arbitraries';
import { asTarget, longText, percentEncoded, wildText } from './wild-text';

/** Request targets of an operation: by its parameters, nearly so, and with the path or query bent. */
export function targetsOf(operation: Operation, context: SchemaContext): fc.Arbitrary<string> {
  const good = target(operation, (parameter) => acceptedBy(parameter.schema, context, parameter.name));
  const example = target(operation, (parameter) =>
    parameter.example === undefined
      ? acceptedBy(parameter.schema, context, parameter.name)
      : fc.constant(parameter.example),
  );
  const bad = target(operation, (parameter) => nearlyAcceptedBy(parameter.schema, context));
  const wild = target(operation, () => fc.oneof(wildText, longText));
  return fc.oneof(
    { arbitrary: example, weight: 3 },
    { arbitrary: good, weight: 5 },
    { arbitrary: bad, weight: 1 },
    { arbitrary: wild, weight: 1 },
    { arbitrary: good.chain(bentTarget), weight: 2 },
  );
}

function target(operation: Operation, valueOf: (parameter: Parameter) => fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const values = operation.parameters.map((parameter) => {
    const text = valueOf(parameter).map(String);
    return parameter.required ? text : fc.option(text, { nil: undefined });
  });
  return fc.tuple(...values).map((texts) => {
    const given = operation.parameters.flatMap((parameter, at) => {
      const text = texts[at];
      return text === undefined ? [] : [{ ...parameter, text: percentEncoded(text) }];
    });
    const inPath = new Map(given.map(({ name, text }) => [name, text]));
    const path = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => inPath.get(name) ?? '');
    const query = given.flatMap(({ name, in: place, text }) => (place === 'query' ? [`${name}=${text}`] : []));
    return path + (query.length > 0 ? `?${query.join('&')}` : '');
  });
}

/** Paths and queries that lead elsewhere or nowhere, or that only some servers fold. */
function bentTarget(good: string): fc.Arbitrary<string> {
  const [path = '/', query = ''] = good.split('?');
  const junk = fc.oneof(wildText, longText).map(asTarget);
  const withQuery = (more: string): string => `${path}?${[query, more].filter(Boolean).join('&')}`;
  return fc.oneof(
    fc.constantFrom(
      `${path}/`,
      `/${good}`,
      good.toUpperCase(),
      `${path}/..`,
      `/.${good}`,
      `${path}%2f`,
      `${path}%00`,
      `${path}%zz`,
      `${path}%ff`,
      `${good}#fragment`,
      `http://elsewhere.example${good}`,
      `HTTPS://elsewhere.example:1${good}`,
      'http://elsewhere.example',
      '*',
      `${path};a=b`,
      withQuery(query),
      withQuery('extra=1'),
      withQuery('__proto__=1'),
      withQuery('product=go'),
      withQuery('&&&'),
      withQuery('=1'),
      withQuery('%zz=1'),
      withQuery('a=%ff'),
      `${path}?${query}?`,
    ),
    junk.map((text) => withQuery(text)),
    junk.map((text) => `${path}/${text}`),
    junk.map((text) => `/${text}`),
    junk.map((text) => `/v1/eol/${text}`),
  );
}
