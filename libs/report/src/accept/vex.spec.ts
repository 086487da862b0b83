import fc from 'fast-check';
import { SAMPLE_OUTCOME } from '../testing/sample-outcome';
import { VEX_FORMAT } from '../formats/vex/vex';
import { applyAcceptances } from './apply-acceptances';
import { readVex } from './vex';

const cycloneDx = (vulnerabilities: readonly object[], components: readonly object[] = []) =>
  readVex(JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components, vulnerabilities }), 'v.json');
const openVex = (...statements: readonly object[]) =>
  readVex(
    JSON.stringify({ '@context': 'https://openvex.dev/ns/v0.2.0', timestamp: '2026-01-01T00:00:00Z', statements }),
    'v.json',
  );
const read = (reading: ReturnType<typeof readVex>) =>
  reading.ok ? reading.acceptances.map(({ id, packages, assessment }) => ({ id, packages, assessment })) : reading;

describe('CycloneDX VEX', () => {
  const analysis = { state: 'not_affected', justification: 'code_not_reachable', detail: 'never called' };
  const assessment = { state: 'not_affected', because: 'code_not_reachable' };
  const nested = [{ 'bom-ref': 'app', components: [{ 'bom-ref': 'c1', purl: 'pkg:npm/lodash@4.17.15' }] }];

  it.each([
    ['by the reference of a component', [{ ref: 'c1' }], ['pkg:npm/lodash@4.17.15']],
    [
      'by a link to another document',
      [{ ref: 'urn:cdx:f08a6ccd-4dce-4759-bd84-c626675d60a7/1#pkg%3Anpm%2Fa%401' }],
      ['pkg:npm/a@1'],
    ],
    ['by package URL', [{ ref: 'pkg:npm/a@1' }], ['pkg:npm/a@1']],
    [
      'by its versions',
      [{ ref: 'c1', versions: [{ version: '1' }, { version: '2+b' }] }],
      ['pkg:npm/lodash@1', 'pkg:npm/lodash@2%2Bb'],
    ],
    ['not by a range of them', [{ ref: 'c1', versions: [{ range: 'vers:npm/<2' }] }], []],
    ['not by a reference that nothing has', [{ ref: 'c9' }], []],
    ['not by a component without a package URL', [{ ref: 'app' }], []],
  ])('names its packages %s', (_what, affects, packages) => {
    expect(read(cycloneDx([{ id: 'CVE-1', analysis, affects }], nested))).toEqual([
      { id: 'CVE-1', packages, assessment },
    ]);
  });

  it.each(['exploitable', 'in_triage', 'false_positive', undefined])(
    'accepts nothing where the state is %s',
    (state) => {
      const reading = cycloneDx([{ id: 'CVE-1', analysis: { state }, affects: [{ ref: 'pkg:npm/a' }] }]);

      expect(reading).toEqual({ ok: true, acceptances: [], others: 1 });
    },
  );

  it('that was written here accepts again what was accepted', () => {
    const reading = readVex(VEX_FORMAT.write(SAMPLE_OUTCOME), 'v.json');
    const all = [...SAMPLE_OUTCOME.findings, ...SAMPLE_OUTCOME.accepted.map(({ finding }) => finding)];

    const { accepted } = applyAcceptances(all, reading.ok ? reading.acceptances : [], SAMPLE_OUTCOME.day);

    expect(accepted).toEqual([SAMPLE_OUTCOME.accepted[1]]);
  });
});

describe('OpenVEX', () => {
  const not = { status: 'not_affected', justification: 'vulnerable_code_not_in_execute_path' };
  const assessment = { state: 'not_affected', because: 'code_not_reachable' };

  it.each([
    ['by id', { vulnerability: { name: 'CVE-1' }, products: [{ '@id': 'pkg:npm/a@1' }] }, ['pkg:npm/a@1']],
    [
      'by identifier',
      { vulnerability: { name: 'CVE-1' }, products: [{ '@id': 'x', identifiers: { purl: 'pkg:npm/a' } }] },
      ['pkg:npm/a'],
    ],
    ['in 0.0.1', { vulnerability: 'CVE-1', products: ['pkg:npm/a@1'] }, ['pkg:npm/a@1']],
    [
      'by subcomponent, not by the product',
      {
        vulnerability: { name: 'CVE-1' },
        products: [{ '@id': 'pkg:oci/app', subcomponents: [{ '@id': 'pkg:npm/a@1' }] }],
      },
      ['pkg:npm/a@1'],
    ],
    [
      'not without a package URL',
      { vulnerability: { name: 'CVE-1' }, products: [{ '@id': 'https://example.org/x' }] },
      [],
    ],
  ])('names its packages %s', (_what, statement, packages) => {
    expect(read(openVex({ ...statement, ...not }))).toEqual([{ id: 'CVE-1', packages, assessment }]);
  });

  it('lets the last statement on a vulnerability in a package stand', () => {
    const about = { vulnerability: { name: 'CVE-1' }, products: [{ '@id': 'pkg:npm/a' }, { '@id': 'pkg:npm/b' }] };
    const later = {
      ...about,
      products: [{ '@id': 'pkg:npm/a' }],
      status: 'affected',
      timestamp: '2026-03-01T00:00:00Z',
    };

    expect(read(openVex(later, { ...about, ...not }))).toEqual([{ id: 'CVE-1', packages: ['pkg:npm/b'], assessment }]);
  });

  it.each(['affected', 'under_investigation', undefined])('accepts nothing where the status is %s', (status) => {
    const reading = openVex({ vulnerability: { name: 'CVE-1' }, products: [{ '@id': 'pkg:npm/a' }], status });

    expect(reading).toEqual({ ok: true, acceptances: [], others: 1 });
  });
});

describe('a VEX document', () => {
  it.each([
    ['', 'v.json: it is no JSON object: VEX is read from JSON'],
    ['{"spdxVersion":"SPDX-2.3"}', 'v.json: it is no VEX document: CycloneDX JSON and OpenVEX are read'],
  ])('%j is none', (text, fault) => {
    expect(readVex(text, 'v.json')).toEqual({ ok: false, fault });
  });

  it('of any shape is read without a fault of ours', () => {
    const kinds = fc.constantFrom({ bomFormat: 'CycloneDX' }, { '@context': 'https://openvex.dev/ns' });
    const names = [
      'vulnerabilities',
      'statements',
      'components',
      'metadata',
      'affects',
      'products',
      'analysis',
      'id',
      'vulnerability',
      'ref',
      'versions',
      'purl',
      'bom-ref',
      'status',
      'state',
      'timestamp',
    ];
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('', 'not_affected', 'pkg:npm/a@1', null, 1),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...names), tie('tree'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(kinds, fc.dictionary(fc.constantFrom(...names), tree), (kind, rest) => {
        expect(readVex(JSON.stringify({ ...rest, ...kind }), 'v.json').ok).toBe(true);
      }),
    );
  });
});
