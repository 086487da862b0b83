import * as fc from 'fast-check';
import { toPolicy, type Stack } from '@stackcheck/stack-core';
import { batchesOf } from '../sources/batches';
import { demoSource } from '../sources/demo-source';
import { allFindings } from './all-findings';
import { gather } from './components';
import type { Judged } from './source';

const source = demoSource(() => Date.parse('2026-11-23T12:00:00Z'));
const NAMES = [
  'react',
  'react-dom',
  'lodash',
  'minimist',
  'jquery',
  'no-such-package',
  '%40angular/core',
  '%40angular/common',
];

const version = fc.tuple(fc.nat(20), fc.nat(3)).map(([major, minor]) => `${major}.${minor}.0`);
const purl = fc.tuple(fc.constantFrom(...NAMES), version).map(([name, of]) => `pkg:npm/${name}@${of}`);
const product = fc.record({ product: fc.constantFrom('nodejs', 'react', 'python'), version: fc.nat(25).map(String) });
const image = fc.tuple(fc.constantFrom('node', 'python'), fc.nat(25)).map(([name, tag]) => `${name}:${tag}`);

/** More of each than one call may ask about. */
const file = fc.record({
  packages: fc.uniqueArray(purl, { minLength: 60, maxLength: 130 }),
  products: fc.array(product, { maxLength: 15 }),
  images: fc.uniqueArray(image, { maxLength: 15 }),
});

test('a stack that is judged in parts is found the same as one that is judged as a whole', async () => {
  await fc.assert(
    fc.asyncProperty(file, async ({ packages, products, images }) => {
      const components = gather([
        {
          path: 'file',
          format: 'any',
          readable: true,
          packages: packages.map((one, line) => ({ purl: one, line })),
          products: products.map((one, line) => ({ ...one, from: 'any', line: 1000 + line })),
          images: images.map((ref, line) => ({ ref, line: 2000 + line })),
          ...{ identified: [], apart: [], problems: [] },
        },
      ]);
      const stack: Stack = { ...components.lists, policy: toPolicy({}) };
      const parts: Judged[] = [];
      for (const { lists, wholeRef } of batchesOf(stack)) {
        const {
          parts: [part],
        } = await source.judge({ ...lists, policy: stack.policy });
        parts.push({ check: part!.check, wholeRef });
      }
      const whole = await source.judge(stack);

      expect(parts.length).toBeGreaterThan(1);
      expect(allFindings({ ...whole, parts }, components, stack.policy)).toEqual(
        allFindings(whole, components, stack.policy),
      );
    }),
    { numRuns: process.env['CAMPAIGN'] === 'full' ? 40 : 4 },
  );
});
