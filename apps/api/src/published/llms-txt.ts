import { ERROR_CODES } from '@stackcheck/contract';
import type { AnyRoute, Published } from '../catalogue/define-route';
import { freeRoutes, paidRoutes, pendingRoutes, type PublishingContext } from './context';
import { families } from './families';
import { installLinks } from './mcp-install';
import { howToPay, WHAT_IT_IS } from './guidance';
import { publish } from '../catalogue/publish';

/** The route list for language models, in the llms.txt form: H1, summary, paragraphs, sections of links. */
export function llmsTxt(context: PublishingContext): Published {
  const { baseUrl, priceUsd } = context;
  const pending = pendingRoutes(context);
  const sections = [
    ...families(paidRoutes(context)).map(({ name, description, routes }) =>
      section(
        `Paid routes: ${name}. ${description}`,
        routes.map((route) => line(context, route, `${priceUsd(route)} USD. ${route.description}`)),
      ),
    ),
    section('Model Context Protocol', [
      `- [Tools](${baseUrl}/mcp): every paid route but the downloads as a tool, at the same price; free tools list, validate, quote and show examples`,
      ...installLinks(baseUrl).map(
        ({ client, href }) => `- [Add to ${client}](${href}): opens the client, which asks first`,
      ),
    ]),
    section(
      'Free routes',
      freeRoutes(context).map((route) => line(context, route, route.description)),
    ),
    ...(pending.length > 0
      ? [
          section(
            'Not available yet',
            pending.map((route) => line(context, route, route.summary)),
          ),
        ]
      : []),
    section(
      'Data',
      context.datasets.map(
        ({ id, attribution, cadenceHours }) =>
          `- [${id}](${baseUrl}/v1/${id}/manifest): ${attribution} Checked every ${cadenceHours} hours.`,
      ),
    ),
    section('Errors', [`- [Error table](${baseUrl}/docs/errors): ${ERROR_CODES.join(', ')}`]),
    section('Optional', [
      `- [Everything on one page](${baseUrl}/llms-full.txt): parameters, request and answer examples and errors of every route`,
      `- [Skill](${baseUrl}/skill.md): the same in short, as a skill for agents`,
    ]),
  ];
  const text = `# stackcheck\n\n> ${WHAT_IT_IS}\n\n${howToPay(context).join('\n\n')}\n\n${sections.join('\n\n')}\n`;
  return publish('text/plain; charset=utf-8', text);
}

function section(title: string, lines: readonly string[]): string {
  return `## ${title.replace(/\.$/, '')}\n\n${lines.join('\n')}`;
}

function line({ baseUrl }: PublishingContext, route: AnyRoute, note: string): string {
  return `- [${route.method} ${route.path}](${baseUrl}${route.path}): ${note}`;
}
