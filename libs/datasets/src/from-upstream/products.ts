import type { Product } from '@stackcheck/eol-core';
import { normaliseEol } from '../eol/normalise';
import { toProducts } from '../eol/products';
import { readUpstream } from '../eol/upstream';
import { finish } from '../tasks/cooperative-task';
import type { UpstreamJson } from '../upstream/upstream-json';
import { requireDistinct } from './require-distinct';

/**
 * The products of endoflife.date's document (`/api/v1/products/full`), as `ProductIndex` of eol-core takes them: in order of
 * their ids, each with its cycles, newest first.
 * @throws UpstreamShapeError naming the place, e.g. `result[3].releases[0].eolFrom`
 */
export function productsFromEndoflife(json: UpstreamJson): readonly Product[] {
  const document = readUpstream(json);
  requireDistinct(
    document.result.map(({ name }) => name),
    (at) => `result[${at}].name`,
  );
  return finish(toProducts(normaliseEol(document)));
}
