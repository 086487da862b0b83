import { UpstreamShapeError } from './upstream-shape-error';
import { upstreamShape } from './upstream-shape';

const SCHEMA = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };

function faultOf(value: unknown, subjectAt?: () => string): string {
  const check = upstreamShape(SCHEMA, subjectAt ? { called: 'document', subjectAt } : { called: 'document' });
  try {
    check(value);
  } catch (error) {
    if (error instanceof UpstreamShapeError) return error.message;
    throw error;
  }
  return 'none';
}

it.each<[string, unknown, string]>([
  ['of another type', { name: 5 }, `upstream's document at "/name" must be string`],
  ['that is missing', {}, `upstream's document at "" must have required property 'name'`],
  ['as it should be', { name: 'any' }, 'none'],
])('a member %s', (_what, value, fault) => expect(faultOf(value)).toBe(fault));

it('says whom the place is about, where that is known', () => {
  expect(faultOf({ name: 5 }, () => '(product "node")')).toBe(
    `upstream's document at "/name" (product "node") must be string`,
  );
  expect(faultOf({ name: 5 }, () => '')).toBe(`upstream's document at "/name" must be string`);
});
