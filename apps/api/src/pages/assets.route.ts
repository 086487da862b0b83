import { ServiceError } from '@stackcheck/contract';
import { IsString, Length } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { defineRoute } from '../catalogue/define-route';
import { heldFor } from './kept-today';

const YEAR_SECONDS = 31_536_000;

class AssetParams {
  @JSONSchema({ description: 'Name of the file.', examples: ['home.WIOCFXHH.js'] })
  @Length(1, 100, { message: 'name must be 1 to 100 characters long' })
  @IsString({ message: 'name must be a string' })
  name!: string;
}

export const assetRoute = defineRoute<AssetParams>({
  method: 'GET',
  path: '/assets/{name}',
  operationId: 'service_asset',
  tags: ['service', 'free'],
  summary: 'A file that pages load',
  description: 'A script, named after its bytes.',
  price: 'free',
  joins: ['eol'],
  listed: false,
  anyQuery: true,
  params: AssetParams,
  output: { contentType: 'text/javascript', schema: { type: 'string' } },
  errors: ['not_found'],
  example: { pathParams: { name: 'home.WIOCFXHH.js' } },
  answer({ params }, { service, peek, today }) {
    const document = service.scripts.file(params.name);
    if (document === undefined) throw new ServiceError('not_found', { message: 'there is no file of this name' });
    // Its name stands for its bytes; the snapshot and the day only put it on the short path.
    const view = peek('eol');
    return { ...heldFor(document, YEAR_SECONDS), immutable: true, ...(view && { kept: { view, day: today } }) };
  },
});
