import { html } from '@stackcheck/pictures/markup';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { LIMITS } from '@stackcheck/contract';
import { publish } from '../catalogue/publish';
import { defineRoute, type RouteDeps } from '../catalogue/define-route';
import { heldFor, keptPage } from './kept-today';
import { shownStack } from './stack/shown-stack';
import { stackPage } from './stack/stack-page';

const HTML_TYPE = 'text/html; charset=utf-8';

export const stackPageRoute = defineRoute({
  method: 'GET',
  path: '/stack',
  operationId: 'service_stack_page',
  tags: ['service', 'free'],
  summary: 'What stands against a whole stack',
  description:
    'A page for people: reads an SBOM, lockfile or Dockerfile in the browser, says what a check costs, and shows its report.',
  price: 'free',
  joins: ['eol'],
  anyQuery: true,
  output: { contentType: 'text/html', schema: { type: 'string' } },
  errors: [],
  example: {},
  answer: (_input, deps) => keptPage(deps, 'stack', () => stackPage(deps)),
});

class StackForm {
  @MaxLength(LIMITS.bodyBytesMax, { message: `text must be at most ${LIMITS.bodyBytesMax} characters long` })
  @IsString({ message: 'text must be a string' })
  text!: string;

  @IsIn(['on'], { message: 'dev must be "on" or absent' })
  @IsOptional()
  dev?: string;
}

/** The same for browsers without scripts: the text of a file is read here, once, and forgotten. */
export const stackFormRoute = defineRoute<object, StackForm>({
  method: 'POST',
  path: '/stack',
  operationId: 'service_stack_form',
  tags: ['service', 'free'],
  summary: 'What a text names, and what its check costs',
  description: 'A page for people whose browser runs no scripts: reads the text of an SBOM, lockfile or Dockerfile.',
  price: 'free',
  joins: ['eol'],
  listed: false,
  isForm: true,
  body: StackForm,
  output: { contentType: 'text/html', schema: { type: 'string' } },
  errors: ['rate_limited'],
  example: { body: { text: 'FROM node:18-alpine3.18', dev: 'on' } },
  async answer({ body }, deps) {
    const { page, elsewhereMs } = await readForm(body, deps);
    const { maxAgeSeconds: _none, ...answer } = heldFor(publish(HTML_TYPE, page), 0);
    return { ...answer, elsewhereMs };
  },
});

/** The page, and how long it waited for the thread that reads beyond what that worked for it. */
async function readForm(
  { text: sent, dev }: StackForm,
  deps: RouteDeps,
): Promise<{ readonly page: string; readonly elsewhereMs: number }> {
  const withDev = dev === 'on';
  // Forms send the line ends of the Internet, whatever was typed.
  const text = sent.replace(/\r\n?/g, '\n');
  if (text.trim() === '') {
    const result = html`<p class="big" role="status">Paste an SBOM, a lockfile or a Dockerfile first.</p>`;
    return { page: stackPage(deps, { withDev, result }), elsewhereMs: 0 };
  }
  const askedMs = performance.now();
  const { read, workedMs } = await deps.service.texts.read({ text, withDev });
  const elsewhereMs = Math.max(0, performance.now() - askedMs - workedMs);
  return { page: stackPage(deps, { text, withDev, result: shownStack(read, deps) }), elsewhereMs };
}
