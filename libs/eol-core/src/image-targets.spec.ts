import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ImageCatalogue } from './image-status';
import { ProductIndex } from './product-index';
import { readImageCases } from './testing/read-upgrade-cases';

const TODAY = '2026-11-20';
const { products, cases } = readImageCases(readFileSync(join(__dirname, 'image-targets.cases.txt'), 'utf8'));
const catalogue = new ImageCatalogue(new ProductIndex(products));
const asking = (word: string) => cases.filter(({ asked }) => asked === word).map((one) => [one.image, one.expected]);

describe('the references that an image can be moved to', () => {
  it.each(asking('moves'))('%s: %s', (image, expected) => {
    const moves = catalogue.moves(image!, TODAY);

    expect(moves.length === 0 ? 'none' : moves.join(', ')).toBe(expected);
  });
});
