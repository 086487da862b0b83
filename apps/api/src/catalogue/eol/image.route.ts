import { LIMITS, ServiceError } from '@stackcheck/contract';
import type { ImageReport } from '@stackcheck/eol-core';
import { IsString, Length } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { defineRoute, type RouteDeps } from '../define-route';
import { inSelection } from '../in-selection';
import { paidAnswer } from '../json-schema';

class ImageParams {
  @JSONSchema({
    description: 'An image reference, or a whole Dockerfile FROM line.',
    examples: ['node:24-bookworm-slim'],
  })
  @Length(1, LIMITS.imageCharsMax, { message: `image must be 1 to ${LIMITS.imageCharsMax} characters long` })
  @IsString({ message: 'image must be a string' })
  image!: string;
}

export const eolImage = defineRoute<ImageParams>({
  method: 'GET',
  path: '/v1/eol/image',
  operationId: 'service_eol_image',
  tags: ['eol', 'paid'],
  summary: 'Support status of a container image',
  description:
    'Maps an image reference or FROM line to its product, runtime and base OS, each with support status, without pulling it.',
  price: '0.005',
  dataset: 'eol',
  params: ImageParams,
  output: { contentType: 'application/json', schema: paidAnswer('EolImage') },
  errors: ['unknown_id'],
  example: { queryParams: { image: 'node:24-bookworm-slim' } },
  inspect: ({ params }, deps) => void requireReport(params.image, deps),
  answer: ({ params }, deps) => ({ json: { data: requireReport(params.image, deps), meta: deps.meta('image') } }),
});

/** @throws ServiceError `bad_request` for what is no reference, `unknown_id` for one of which nothing is known */
function requireReport(image: string, { data, today }: RouteDeps): ImageReport {
  const {
    manifest,
    index: { images },
  } = data('eol');
  const outcome = images.check(image, today);
  if (outcome.kind === 'found') return outcome.report;
  const { message } = outcome;
  if (outcome.kind === 'fault') throw new ServiceError('bad_request', { message });
  throw new ServiceError('unknown_id', {
    message: inSelection(manifest, message),
    suggestions: images.suggest(image, today),
  });
}
