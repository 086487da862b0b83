import * as fc from 'fast-check';
import { csvRecord } from './csv';

/** Reads one record as RFC 4180 section 2 says. */
function readRecord(record: string): string[] {
  const fields = [...`,${record.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/gs)];
  return fields.map(([, quoted, bare]) => (quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"')));
}

describe('a CSV record', () => {
  it('is quoted only where it must be, and ends with CRLF', () => {
    expect(csvRecord([1, 'plain', 'a,b', 'say "hi"', 'two\nlines', ''])).toBe(
      '1,plain,"a,b","say ""hi""","two\nlines",\r\n',
    );
  });

  it('gives its fields back', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 2 }), (fields) => {
        expect(readRecord(csvRecord(fields))).toEqual(fields);
      }),
    );
  });
});
