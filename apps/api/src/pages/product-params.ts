import { IdText } from '../catalogue/eol/id-text';

/** The product in a path. */
export class ProductParams {
  @IdText('A product id or alias of the EOL dataset.', 'nodejs')
  product!: string;
}
