import { LIMITS } from '@stackcheck/contract';
import { html } from '@stackcheck/pictures/markup';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { defineRoute, type RouteDeps } from '../catalogue/define-route';
import { publish } from '../catalogue/publish';
import { PlainText } from '../input/plain-text';
import { page } from '../layout/page';
import { codeBlock, shellWord } from '../layout/parts';
import { imageReport } from './image/image-report';
import { DAY_DATA_SECONDS, heldFor, keptToday } from './kept-today';

class ImagePageParams {
  @JSONSchema({ description: 'An image reference, or a whole Dockerfile FROM line.', examples: ['node:18-alpine3.18'] })
  @PlainText()
  @MaxLength(LIMITS.imageCharsMax, { message: `image must be at most ${LIMITS.imageCharsMax} characters long` })
  @IsString({ message: 'image must be a string' })
  @IsOptional()
  image?: string;
}

const EXAMPLES = [
  'node:18-alpine3.18',
  'python:3.12-slim-bookworm',
  'FROM postgres:16 AS db',
  'ghcr.io/acme/api:latest',
];

export const imagePageRoute = defineRoute<ImagePageParams>({
  method: 'GET',
  path: '/image',
  operationId: 'service_image_page',
  tags: ['service', 'free'],
  summary: 'A page about a container image',
  description: 'A page for people: the parts of an image reference, and the support of those that the free pages show.',
  price: 'free',
  dataset: 'eol',
  anyQuery: true,
  params: ImagePageParams,
  output: { contentType: 'text/html', schema: { type: 'string' } },
  errors: [],
  example: {},
  answer({ params }, deps) {
    const image = params.image?.trim() || undefined;
    const make = () => publish('text/html; charset=utf-8', imagePage(image, deps));
    return image === undefined ? keptToday(deps, 'image', make) : heldFor(make(), DAY_DATA_SECONDS);
  },
});

function imagePage(image: string | undefined, deps: RouteDeps): string {
  const { service, baseUrl } = deps;
  const route = service.routes.find(({ operationId }) => operationId === 'service_eol_image');
  const target = `${baseUrl}/v1/eol/image?image=${encodeURIComponent(image ?? 'node:18-alpine3.18')}`;
  return page({
    title: 'Is this container image supported?',
    description:
      'Reads a container image reference or FROM line, and says what it consists of and whether that is supported.',
    path: '/image',
    script: service.scripts.of('image'),
    body: html`<h1>Is this container image supported?</h1>
      <p class="lead">A reference or a whole FROM line is read; nothing is pulled.</p>
      <form class="ask" action="/image" method="get">
        <label for="image">Image reference or FROM line</label>
        <input
          id="image"
          name="image"
          type="text"
          value="${image ?? ''}"
          maxlength="${LIMITS.imageCharsMax}"
          placeholder="node:18-alpine3.18"
          required="required"
        />
        <button type="submit">Read</button>
      </form>
      <div id="live" aria-live="polite"></div>
      ${image === undefined ? '' : html`<div id="report">${imageReport(image, deps)}</div>`}
      <h2 id="examples">Examples</h2>
      <ul class="tags">
        ${EXAMPLES.map(
          (each) =>
            html`<li>
              <a href="/image?image=${encodeURIComponent(each)}"><code>${each}</code></a>
            </li> `,
        )}
      </ul>
      <h2 id="call">The whole answer</h2>
      <p>
        Status of every part, the soonest end and where to move
        to${route === undefined ? '' : html`, for ${service.priceUsd(route)} USD a call`}:
      </p>
      ${codeBlock('The paid call', `curl -i ${shellWord(target)}`)}`,
  });
}
