import { readPackage } from '@stackcheck/osv-core';
import { CANARIES } from './canaries';

it.each(CANARIES)('$id is had by a version that can be asked about, and not by another one', ({ affected, fixed }) => {
  const [one, other] = [readPackage(affected), readPackage(fixed)];
  if (!one.ok || !other.ok) throw new Error(`${affected} or ${fixed} cannot be read`);

  expect(other.names).toEqual(one.names);
  expect(other.version).not.toBe(one.version);
});
