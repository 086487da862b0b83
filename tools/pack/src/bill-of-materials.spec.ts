import { billOf } from './bill-of-materials';
import type { Library } from './library';

const library = {
  name: '@stackcheck/sample-core',
  manifest: { version: '1.2.3' },
} as Library;

const direct = (...names: readonly string[]) => new Map([['@stackcheck/sample-core', new Set(names)]]);

const parts = ['@stackcheck/sample-core@1.2.3', 'ajv@8.20.0', 'fast-uri@3.1.0', 'tslib@2.9.1', 'other@1.0.0'];

const bill = {
  metadata: { component: { 'bom-ref': 'stack@1.2.3' } },
  components: parts.map((ref) => ({ 'bom-ref': ref })),
  dependencies: [
    { ref: 'stack@1.2.3', dependsOn: ['other@1.0.0'] },
    { ref: '@stackcheck/sample-core@1.2.3', dependsOn: ['ajv@8.20.0', 'tslib@2.9.1'] },
    { ref: 'ajv@8.20.0', dependsOn: ['fast-uri@3.1.0'] },
  ],
};

describe('the bill of materials of a library', () => {
  it('is about the library and lists what its package brings, directly or not, and nothing else', () => {
    const own = billOf(library, direct('ajv'), bill);

    expect(own.metadata.component['bom-ref']).toBe('@stackcheck/sample-core@1.2.3');
    expect(own.components.map((part) => part['bom-ref'])).toEqual(['ajv@8.20.0', 'fast-uri@3.1.0']);
    expect(own.dependencies).toEqual([
      { ref: '@stackcheck/sample-core@1.2.3', dependsOn: ['ajv@8.20.0'] },
      { ref: 'ajv@8.20.0', dependsOn: ['fast-uri@3.1.0'] },
      { ref: 'fast-uri@3.1.0', dependsOn: [] },
    ]);
  });

  it('is not made where it would lack the library or what it depends on', () => {
    expect(() => billOf({ ...library, name: 'unknown' }, direct(), bill)).toThrow('does not name it');
    expect(() => billOf(library, direct('ethers'), bill)).toThrow('lacks ethers');
  });
});
