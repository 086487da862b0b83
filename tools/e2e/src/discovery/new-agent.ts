import Ajv2020 from 'ajv/dist/2020';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import type { ClientEvmSigner } from '@x402/evm';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';

/** What an agent brought home from one family of routes. */
export interface Finding {
  readonly family: string;
  readonly operationId: string;
  readonly priceUsd: string;
  readonly answer: Readonly<Record<string, unknown>>;
}

type Schema = Readonly<Record<string, unknown>>;

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
  readonly 'x-payment-info'?: { readonly price: { readonly amount: string } };
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Schema;
  readonly servers: readonly [{ readonly url: string }];
}

/** A route as the route list names it. */
interface Listed {
  readonly family: string;
  readonly method: string;
  readonly path: string;
}

/**
 * A stranger with a wallet and an address: reads /llms.txt and /openapi.json and nothing else, then buys the cheapest answer
 * of each family that the list names, and checks each by the schema that the description gives for it.
 * @param get reads documents, so that a test can see which
 * @throws Error with what a stranger could not find, pay or understand
 */
export async function tryAsStranger(
  baseUrl: string,
  signer: ClientEvmSigner,
  get: typeof fetch = fetch,
): Promise<readonly Finding[]> {
  const list = await (await get(`${baseUrl}/llms.txt`)).text();
  const [described] = /https?:\/\/\S+\/openapi\.json/.exec(list) ?? [];
  if (described === undefined) throw new Error('the route list names no description');
  const description = (await (await get(described)).json()) as Description;
  const pay = wrapFetchWithPayment(fetch, new x402Client().register('eip155:84532', new ExactEvmScheme(signer)));

  const listed = listedRoutes(list);
  const findings: Finding[] = [];
  for (const family of new Set(listed.map((route) => route.family))) {
    const offers = listed.filter((route) => route.family === family).map((route) => offerOf(description, route));
    const cheapest = offers.sort((one, other) => Number(one.priceUsd) - Number(other.priceUsd))[0]!;
    findings.push({ family, ...(await buy(description, cheapest, pay)) });
  }
  return findings;
}

/** Links of the sections of paid routes: `- [GET /path](url): note`, below `## Paid routes: family`. */
function listedRoutes(list: string): readonly Listed[] {
  return list.split(/^## /m).flatMap((section) => {
    const [, family] = /^Paid routes: (\w+)/.exec(section) ?? [];
    const links = [...section.matchAll(/^- \[(GET|POST) (\S+)\]\(/gm)];
    return family === undefined ? [] : links.map(([, method, path]) => ({ family, method: method!, path: path! }));
  });
}

interface Offer extends Listed {
  readonly operation: Operation;
  readonly priceUsd: string;
}

function offerOf({ paths }: Description, route: Listed): Offer {
  const operation = paths[route.path]?.[route.method.toLowerCase()];
  const priceUsd = operation?.['x-payment-info']?.price.amount;
  if (!operation || priceUsd === undefined) throw new Error(`${route.method} ${route.path} has no price`);
  return { ...route, operation, priceUsd };
}

async function buy(
  description: Description,
  { method, path, operation, priceUsd }: Offer,
  pay: typeof fetch,
): Promise<Omit<Finding, 'family'>> {
  const body = operation.requestBody?.content['application/json']?.example;
  const response = await pay(targetOf(description, path, operation), {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Finding['answer'];
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  const schema = operation.responses['200']!.content['application/json']!.schema;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const validate = ajv.compile({ ...schema, components: description.components });
  if (!validate(answer)) throw new Error(`${method} ${path}: not as described: ${ajv.errorsText(validate.errors)}`);
  return { operationId: operation.operationId, priceUsd, answer };
}

/** The address of a request made of the parameters' examples. */
function targetOf({ servers: [{ url }] }: Description, path: string, operation: Operation): string {
  const given = (operation.parameters ?? []).filter(
    (parameter): parameter is Parameter => 'name' in parameter && parameter.required === true,
  );
  const text = ({ name, example }: Parameter): string => {
    if (example === undefined) throw new Error(`${path}: no example of ${name}`);
    return encodeURIComponent(String(example));
  };
  const filled = given
    .filter((parameter) => parameter.in === 'path')
    .reduce((target, parameter) => target.replace(`{${parameter.name}}`, text(parameter)), path);
  const query = given.filter((parameter) => parameter.in === 'query').map((one) => `${one.name}=${text(one)}`);
  return url + filled + (query.length > 0 ? `?${query.join('&')}` : '');
}
