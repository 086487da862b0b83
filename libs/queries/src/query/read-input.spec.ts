import type { ServiceError } from '@stackcheck/contract';
import { readerOf } from './read-input';

function refusalOf(id: string, raw: unknown): string {
  try {
    readerOf(id)(raw);
    return 'taken';
  } catch (error) {
    const { code, message } = error as ServiceError;
    return `${code}: ${message}`;
  }
}

const many = <Entry>(count: number, entry: Entry): readonly Entry[] => Array.from({ length: count }, () => entry);
const ITEM = { product: 'go', version: '1' };
const CVE = 'CVE-2021-44228';
const TOKENS = { input: 1 };

describe('an input is refused with what would do', () => {
  it.each<[string, unknown, string]>([
    ['eol_check', null, 'the input must be an object'],
    ['eol_check', {}, 'items is missing'],
    ['eol_check', { items: undefined }, 'items is missing'],
    ['eol_check', { items: null }, 'items must be an array'],
    ['eol_check', { items: 'go@1' }, 'items must be an array'],
    ['eol_check', { items: [] }, 'items must hold at least 1 entries'],
    ['eol_check', { items: [ITEM, 7] }, 'items[1] must be an object'],
    ['eol_check', { items: [ITEM, { product: 'go' }] }, 'items[1].version is missing'],
    ['eol_check', { items: [{ ...ITEM, version: 1 }] }, 'items[0].version must be a string'],
    ['eol_check', { items: [{ ...ITEM, version: '' }] }, 'items[0].version must be 1 to 200 characters long'],
    [
      'eol_check',
      { items: [{ ...ITEM, version: 'x'.repeat(201) }] },
      'items[0].version must be 1 to 200 characters long',
    ],
    [
      'eol_check',
      { items: [{ ...ITEM, version: 'a\u0000' }] },
      'items[0].version must not hold control characters or broken UTF-16',
    ],
    [
      'eol_check',
      { items: [{ ...ITEM, versoin: '1' }] },
      'property "items[0].versoin" is not known; did you mean "version"? known here: product, version',
    ],
    ['eol_check', { items: [ITEM], nothing: 1 }, 'property "nothing" is not known; known here: items, as_of'],
    ['kev_check', { cves: [1] }, 'cves[0] must be a string'],
    ['kev_check', { cves: [CVE, 'CVE-1'] }, 'cves[1] must be 9 to 24 characters long, such as CVE-2021-44228'],
    ['epss_check', { cves: [CVE], epss_min: 1.1 }, 'epss_min must be from 0 to 1'],
    ['epss_check', { cves: [CVE], epss_min: -0.1 }, 'epss_min must be from 0 to 1'],
    ['epss_check', { cves: [CVE], epss_min: '1' }, 'epss_min must be a number'],
    ['epss_check', { cves: [CVE], epss_min: Infinity }, 'epss_min must be a number'],
    ['models_cheapest', { tokens: 1 }, 'tokens must be an object'],
    ['models_cheapest', { tokens: { input: 1.5 } }, 'tokens.input must be a whole number'],
    ['models_cheapest', { tokens: { input: '1' } }, 'tokens.input must be a whole number'],
    ['models_cheapest', { tokens: { input: -1 } }, 'tokens.input must be from 0 to 10000000'],
    ['models_cheapest', { tokens: { input: 10_000_001 } }, 'tokens.input must be from 0 to 10000000'],
    [
      'models_cheapest',
      { tokens: TOKENS, constraints: { tool_call: 'yes' } },
      'constraints.tool_call must be true or false',
    ],
    [
      'models_cheapest',
      { tokens: TOKENS, constraints: { kind: 'chats' } },
      'constraints.kind must be one of chat, embedding, rerank, image, audio, video, ocr, moderation, other',
    ],
    ['eol_image', { image: 'x'.repeat(257) }, 'image must be 1 to 256 characters long'],
    ['stack_check', { images: [''] }, 'images[0] must be 1 to 256 characters long'],
    ['stack_check', { images: ['x'.repeat(257)] }, 'images[0] must be 1 to 256 characters long'],
    ['stack_check', { images: [1] }, 'images[0] must be a string'],
    ['osv_check', { purls: ['a'], packages: ['b'] }, 'packages and purls are two names of one list; send one'],
    ['osv_check', { packages: [1] }, 'packages[0] must be a string'],
  ])('of %s: %j: %s', (id, raw, message) => {
    expect(refusalOf(id, raw)).toBe(`bad_request: ${message}`);
  });

  it.each<[string, unknown, string]>([
    ['eol_check', { items: many(51, 7) }, 'items holds 51 entries; at most 50 are allowed'],
    ['kev_check', { cves: many(101, CVE) }, 'cves holds 101 entries; at most 100 are allowed'],
    ['osv_check', { packages: many(51, 'a') }, 'packages holds 51 entries; at most 50 are allowed'],
    [
      'stack_watch',
      { nothing: 1, add: { cves: many(101, CVE) } },
      'add.cves holds 101 entries; at most 100 are allowed',
    ],
  ])('of %s with too many entries', (id, raw, message) => {
    expect(refusalOf(id, raw)).toBe(`too_many_items: ${message}`);
  });
});

describe('an input is taken', () => {
  it.each<[string, object]>([
    ['eol_check', { items: many(50, ITEM) }],
    ['eol_check', { items: [{ ...ITEM, version: '😀'.repeat(200) }] }],
    ['eol_check', { items: [{ ...ITEM, version: 'a\uFE0F'.repeat(200) }] }],
    ['kev_check', { cves: many(100, CVE) }],
    ['epss_check', { cves: [CVE], epss_min: 0 }],
    ['epss_check', { cves: [CVE], epss_min: 1 }],
    ['models_cheapest', { tokens: { input: 0, output: 10_000_000 }, constraints: { tool_call: false, kind: 'ocr' } }],
    ['stack_check', { images: ['x', 'x'.repeat(256)] }],
  ])('as it is, of %s', (id, raw) => {
    expect(readerOf(id)(raw)).toEqual(raw);
  });

  it('without what is null or undefined, each list under its own name', () => {
    expect(readerOf('osv_check')({ packages: ['a'], min_severity: null })).toEqual({ purls: ['a'] });
    expect(Object.keys(readerOf('eol_check')({ items: [ITEM], as_of: undefined }))).toEqual(['items']);
  });

  it('by a query without parameters, with nothing in it', () => {
    expect(readerOf('eol_index')({})).toEqual({});
    expect(refusalOf('eol_index', { x: 1 })).toBe('bad_request: property "x" is not known; known here: ');
  });
});
