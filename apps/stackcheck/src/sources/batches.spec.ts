import * as fc from 'fast-check';
import { LIMITS } from '@stackcheck/contract';
import { toPolicy } from '@stackcheck/stack-core';
import { batchesOf } from './batches';

const LIST_NAMES = ['items', 'images', 'cves', 'packages'] as const;
const count = fc.nat(170);

test('every entry of a stack is asked about once, in calls within the limits, under its own place', () => {
  fc.assert(
    fc.property(count, count, count, count, (items, images, cves, packages) => {
      const texts = (name: string, length: number) => Array.from({ length }, (_, index) => `${name}${index}`);
      const stack = {
        items: texts('p', items).map((product) => ({ product, version: '1' })),
        images: texts('i', images),
        cves: texts('c', cves),
        packages: texts('k', packages),
        policy: toPolicy(),
      };

      const batches = batchesOf(stack);

      for (const name of LIST_NAMES) {
        const asked = batches.flatMap(({ lists, wholeRef }) =>
          lists[name].map((entry, index) => [wholeRef(`${name}/${index}`), entry]),
        );
        expect(asked).toEqual(stack[name].map((entry, index) => [`${name}/${index}`, entry]));
      }
      for (const { lists } of batches) {
        expect(lists.items.length + lists.images.length).toBeLessThanOrEqual(LIMITS.itemsMax);
        expect(lists.cves.length).toBeLessThanOrEqual(LIMITS.cvesMax);
        expect(lists.packages.length).toBeLessThanOrEqual(LIMITS.packagesMax);
      }
    }),
  );
});
