import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { SBOM_FORMATS } from '.';
import { UnreadableFileError } from '../entries/format';
import { inOneLine, readTextCases } from '../testing/read-cases';
import { readText } from '../testing/read-text';
import { ATTESTATION, CYCLONEDX, SBOM, SPDX } from './sbom-formats';

const table = readFileSync(join(__dirname, 'sbom.cases.txt'), 'utf8');
const STATEMENT = {
  _type: 'https://in-toto.io/Statement/v1',
  predicateType: 'https://cyclonedx.org/bom/v1.6',
  predicate: { bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ name: 'é?', purl: 'pkg:npm/a@1.0.0' }] },
};
const ENVELOPE = envelopeOf(STATEMENT);

function envelopeOf(statement: unknown, alphabet: 'base64' | 'base64url' = 'base64'): object {
  const payload = Buffer.from(JSON.stringify(statement)).toString(alphabet);
  return { payloadType: 'application/vnd.in-toto+json', payload, signatures: [] };
}

describe('an SBOM', () => {
  it.each(readTextCases(table))('$title', ({ title, text, expected }) => {
    const format = SBOM_FORMATS.find(({ matches }) => matches(title.split(',')[0]!))!;

    expect(inOneLine(readText(format, text))).toBe(expected);
  });

  it.each([
    ['bom.json', 'cyclonedx'],
    ['a/app.cdx.json', 'cyclonedx'],
    ['a/app.bom.json', 'cyclonedx'],
    ['app.spdx.json', 'spdx'],
    ['app.spdx3.json', 'spdx'],
    ['a.intoto.jsonl', 'in-toto'],
    ['sbom.json', 'sbom'],
    ['a/my-sbom.json', 'sbom'],
    ['bom.xml', 'cyclonedx'],
    ['a.cdx.xml', 'cyclonedx'],
    ['a.spdx', 'spdx'],
    ['a-sbom.xml', 'sbom'],
    ['a.xml', undefined],
    ['package.json', undefined],
  ])('%s is read as %s', (path, id) => {
    expect(SBOM_FORMATS.find((format) => format.matches(path))?.id).toBe(id);
  });

  it.each([
    [{ $schema: 'x', bomFormat: 'CycloneDX', specVersion: '1.6' }, 'cyclonedx'],
    [{ SPDXID: 'SPDXRef-DOCUMENT', creationInfo: {}, packages: [] }, 'spdx'],
    [{ spdxVersion: 'SPDX-2.3' }, 'spdx'],
    [{ '@context': ['https://spdx.org/rdf/3.0.1/spdx-context.jsonld'] }, 'spdx'],
    [{ ...STATEMENT, predicate: {} }, 'in-toto'],
    [ENVELOPE, 'in-toto'],
    [envelopeOf(STATEMENT, 'base64url'), 'in-toto'],
    [{ mediaType: 'x', dsseEnvelope: ENVELOPE }, 'in-toto'],
    [envelopeOf({ ...STATEMENT, predicateType: 'https://slsa.dev/provenance/v1', predicate: {} }), undefined],
    [{ payload: 'eyJ', payloadType: 'JWT' }, undefined],
    [{ name: 'a', version: '1.0.0' }, undefined],
    [[{ bomFormat: 'CycloneDX' }], undefined],
  ])('is recognised by its content: %j', (document, id) => {
    const head = JSON.stringify(document, null, 1);

    expect(SBOM_FORMATS.find((format) => format.recognizes?.(head))?.id).toBe(id);
  });

  it.each([
    ['<?xml version="1.0"?>\n<!-- a --><bom xmlns="http://cyclonedx.org/schema/bom/1.4"/>', 'cyclonedx'],
    ['<c:bom serialNumber="a" xmlns:c="http://cyclonedx.org/schema/bom/1.6">', 'cyclonedx'],
    ['<project xmlns="http://maven.apache.org/POM/4.0.0">', undefined],
    ['SPDXVersion: SPDX-2.3\n', 'spdx'],
    ['# a\nDataLicense: CC0-1.0\nSPDXVersion: SPDX-2.2\n', 'spdx'],
    [' '.repeat(65_536), undefined],
  ])('is recognised by its content: %.60s', (head, id) => {
    expect(SBOM_FORMATS.find((format) => format.recognizes?.(head))?.id).toBe(id);
  });

  it('says the same in XML and in tags as in JSON', () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/);
    const component = fc.record({ name: word, version: word, scope: fc.constantFrom('required', 'excluded') });
    fc.assert(
      fc.property(fc.uniqueArray(component, { selector: ({ name }) => name, maxLength: 6 }), (parts) => {
        const all = parts.map((part) => ({ ...part, type: 'library', purl: `pkg:npm/${part.name}@${part.version}` }));
        const json = { bomFormat: 'CycloneDX', specVersion: '1.6', components: all };
        const members = ({ name, version, scope, purl }: (typeof all)[number]) =>
          `<name>${name}</name><version>${version}</version><scope>${scope}</scope>\n<purl>${purl}</purl>`;
        const elements = all.map((one) => `<component type="library">${members(one)}</component>`);
        const xml = `<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><components>${elements.join('')}</components></bom>`;
        const tags = all.map(({ name, purl }) => `PackageName: ${name}\nExternalRef: PACKAGE-MANAGER purl ${purl}\n`);

        const inXml = readText(CYCLONEDX, xml).packages;
        const inTags = readText(SPDX, `SPDXVersion: SPDX-2.3\n${tags.join('')}`).packages;

        const expected = readText(CYCLONEDX, JSON.stringify(json)).packages;
        expect(inXml.map(({ purl, dev }) => ({ purl, dev }))).toEqual(expected.map(({ purl, dev }) => ({ purl, dev })));
        expect(inTags.map(({ purl }) => purl)).toEqual(expected.map(({ purl }) => purl));
      }),
      { numRuns: 30 },
    );
  });

  it('is recognised by the beginning of an envelope alone', () => {
    const text = JSON.stringify(envelopeOf({ ...STATEMENT, padding: 'é'.repeat(50_000) }));

    expect(ATTESTATION.recognizes?.(text.slice(0, 65_535))).toBe(true);
  });

  it.each([
    ['DSSE', ENVELOPE],
    ['DSSE in the alphabet of URLs', envelopeOf(STATEMENT, 'base64url')],
    ['a Sigstore bundle', { dsseEnvelope: ENVELOPE }],
  ])('is read out of %s, whose lines are not those of the file', (_name, document) => {
    expect(readText(ATTESTATION, JSON.stringify(document)).packages).toEqual([{ purl: 'pkg:npm/a@1.0.0' }]);
  });

  it('is read from each line of JSON lines', () => {
    const other = envelopeOf({ ...STATEMENT, predicateType: 'https://slsa.dev/provenance/v1', predicate: {} });
    const text = [ENVELOPE, other].map((one) => `${JSON.stringify(one)}\n`).join('\n');

    const { packages, apart } = readText(ATTESTATION, text, 'a.intoto.jsonl');

    expect(packages).toEqual([{ purl: 'pkg:npm/a@1.0.0' }]);
    expect(apart).toEqual([{ name: 'https://slsa.dev/provenance/v1', why: 'unsupported' }]);
  });

  it.each([
    ['{}', CYCLONEDX, 'is no CycloneDX document'],
    ['[]', SPDX, 'is no SPDX document'],
    ['{"spdxVersion":"SPDX-2.3"}', CYCLONEDX, 'is no CycloneDX document'],
    ['{"bomFormat":"CycloneDX","specVersion":"2.0"}', CYCLONEDX, 'has specVersion "2.0", which is not known'],
    ['{"spdxVersion":"SPDX-9.0"}', SPDX, 'has spdxVersion "SPDX-9.0", which is not known'],
    ['<bom xmlns="urn:other"/>', CYCLONEDX, 'is no CycloneDX document in XML'],
    ['<bom xmlns="http://cyclonedx.org/schema/bom/2.0"/>', CYCLONEDX, 'has specVersion "2.0", which is not known'],
    ['<rdf:RDF/>', SPDX, 'is no SPDX in JSON or in tags and values; convert it'],
    ['SPDXVersion: SPDX-1.2\n', SPDX, 'has spdxVersion "SPDX-1.2", which is not known'],
    ['{"artifacts":[]}', SBOM, 'is no SBOM in CycloneDX or SPDX document'],
    [JSON.stringify({ ...ENVELOPE, payload: '%%%' }), ATTESTATION, 'has a payload that is no text in base64'],
    [JSON.stringify({ ...ENVELOPE, payload: '/////w==' }), ATTESTATION, 'has a payload that is no text in base64'],
  ])('says what %s is not', (text, format, message) => {
    expect(() => readText(format, text)).toThrow(message);
    expect(() => readText(format, text)).toThrow(UnreadableFileError);
  });

  it('is unwrapped only so often', () => {
    let document: object = { bomFormat: 'CycloneDX', specVersion: '1.6' };
    for (let layer = 0; layer < 7; layer++) document = { sbom: document };

    expect(() => readText(CYCLONEDX, JSON.stringify(document))).toThrow('is no CycloneDX document');
  });
});
