import type { Published } from '../catalogue/define-route';
import { exampleTarget, paidRoutes, type PublishingContext } from './context';
import { families, type Family } from './families';
import { howToPay, WHAT_IT_IS } from './guidance';
import { publish } from '../catalogue/publish';

/** When an agent should think of this service, for the front matter of the skill; below 1,024 characters. */
function when(context: PublishingContext): string {
  const covered = families(paidRoutes(context)).map(({ description }) => description);
  return `Answers questions about software before it is installed, upgraded or deployed. ${covered.join(' ')} Use when asked whether a version is still supported, what must be upgraded, or whether a stack is safe to ship. Paid per call in USDC through x402.`;
}

/** A skill for agents (SKILL.md form: front matter with name and description, then a short body). */
export function skillMd(context: PublishingContext): Published {
  const { baseUrl } = context;
  const text = [
    `---\nname: stackcheck\ndescription: ${JSON.stringify(when(context))}\n---`,
    '# stackcheck',
    WHAT_IT_IS,
    '## Steps',
    [
      `1. Check the ids for free: \`GET ${baseUrl}/v1/validate?dataset=eol&id=nodejs@24\`. Unknown ids come with suggestions.`,
      '2. Choose the cheapest route of the table that answers the question; one batch costs less than many single calls.',
      '3. Call it with an x402 client that holds a spending limit. Set a payment-identifier, and keep the answer.',
      '4. Tell the user the date in `meta.as_of` and the text of `meta.attribution` with what was found.',
      '5. Take `stale: true`, `found: false`, `checked: false`, `known_package: false`, `complete: false`, `listed: null`, `meta.starter: true` and floating tags for "not known", never for "fine".',
    ].join('\n'),
    '## Routes',
    ...families(paidRoutes(context)).map((family) => familyTable(context, family)),
    '## Paying',
    ...howToPay(context),
    '## More',
    [
      `- OpenAPI 3.1: ${baseUrl}/openapi.json`,
      `- Every route with examples: ${baseUrl}/llms-full.txt`,
      `- Every error and what to do: ${baseUrl}/docs/errors`,
      `- Keys that verify snapshots and receipts: ${baseUrl}/.well-known/jwks.json`,
    ].join('\n'),
  ].join('\n\n');
  return publish('text/markdown; charset=utf-8', `${text}\n`);
}

function familyTable({ baseUrl, priceUsd }: PublishingContext, { name, description, routes }: Family): string {
  const rows = routes.map((route) => {
    const body = route.example.body === undefined ? '' : ` with \`${JSON.stringify(route.example.body)}\``;
    return `| ${priceUsd(route)} | \`${route.method} ${baseUrl}${exampleTarget(route)}\`${body} | ${route.description} |`;
  });
  return `### ${name}\n\n${description}\n\n| USD | Example | Answer |\n| --- | --- | --- |\n${rows.join('\n')}`;
}
