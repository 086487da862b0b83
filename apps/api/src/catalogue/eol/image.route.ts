import { LIMITS } from '@stackcheck/contract';
import { eolImage as query } from '@stackcheck/queries/eol';
import { IsString, Length } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { defineRoute } from '../define-route';
import { ofParams, viewOf } from '../view-of';
import { AsOf } from './as-of';

class ImageParams {
  @JSONSchema({
    description: 'An image reference, or a whole Dockerfile FROM line.',
    examples: ['node:24-bookworm-slim'],
  })
  @Length(1, LIMITS.imageCharsMax, { message: `image must be 1 to ${LIMITS.imageCharsMax} characters long` })
  @IsString({ message: 'image must be a string' })
  image!: string;

  @AsOf('Support status, days left and targets are as of this day.')
  as_of?: string;
}

export const eolImage = defineRoute<ImageParams>({
  ...viewOf(query, ofParams<ImageParams>()),
  method: 'GET',
  path: '/v1/eol/image',
  tags: ['eol', 'paid'],
  summary: 'Support status of a container image',
  description:
    'Maps an image reference or FROM line to its product, runtime and base OS, each with support status, without pulling it; as_of asks the same of a later day.',
  price: '0.005',
  params: ImageParams,
  errors: ['unknown_id'],
  example: { queryParams: { image: 'node:24-bookworm-slim' } },
});
