import { catalogueBytes, refusalOf, smallCatalogue } from '../testing';
import { kevDataset } from './dataset';
import { entry, having, listing, madeUp, without } from './testing/changed-catalogue';

const good = smallCatalogue();
const LOG4SHELL = 'CVE-2021-44228';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const NO_JSON: readonly (readonly [string, Uint8Array])[] = [
  ['nothing', new Uint8Array()],
  ['zeros', new Uint8Array(1_000)],
  ['HTML', utf8('<!doctype html><title>Access Denied</title>')],
  ['CSV', utf8('cveID,vendorProject\nCVE-2021-44228,Apache\n')],
  ['half a document', catalogueBytes(good).slice(0, 5_000)],
  ['a document and a half', new Uint8Array([...catalogueBytes(good), ...catalogueBytes(good).slice(0, 500)])],
  ['UTF-16', new Uint8Array(Buffer.from(JSON.stringify(good), 'utf16le'))],
  ['Latin-1', new Uint8Array(Buffer.from('{"title":"\u00e9"}', 'latin1'))],
  ['compressed bytes', new Uint8Array([0x1f, 0x8b, 0x08, 0, 0, 0])],
];

/** What is refused by itself: the document, and the reason that the operator reads. */
const BY_ITSELF: readonly (readonly [string, unknown, RegExp])[] = [
  // Not this document.
  ['null', null, /catalogue at "" must be object/],
  ['a text', 'catalogue', /catalogue at "" must be object/],
  ['a list', good.vulnerabilities, /catalogue at "" must be object/],
  ['an empty object', {}, /required property 'catalogVersion'/],
  ['another catalogue', { schema_version: '1.2.0', total: 0, result: [] }, /required property 'catalogVersion'/],
  ['an error message', { error: 'rate limited' }, /required property/],
  // The frame.
  ['no version', having({ catalogVersion: undefined }), /required property 'catalogVersion'/],
  ['a version that is a number', having({ catalogVersion: 2026 }), /"\/catalogVersion" must be string/],
  ['a version of words', having({ catalogVersion: 'latest' }), /"\/catalogVersion" must match pattern/],
  ['a version with markup', having({ catalogVersion: '2026.11.19<b>' }), /"\/catalogVersion" must match pattern/],
  ['a version without a day', having({ catalogVersion: '2026.11' }), /"\/catalogVersion" must match pattern/],
  ['no day of release', having({ dateReleased: undefined }), /required property 'dateReleased'/],
  ['a release on a day alone', having({ dateReleased: '2026-11-19' }), /"\/dateReleased" must match format "instant"/],
  [
    'a release on an impossible day',
    having({ dateReleased: '2026-02-30T10:00:00Z' }),
    /"\/dateReleased" must match format/,
  ],
  [
    'a release at an impossible hour',
    having({ dateReleased: '2026-11-19T25:00:00Z' }),
    /"\/dateReleased" must match format/,
  ],
  ['a release without a zone', having({ dateReleased: '2026-11-19T10:00:00' }), /"\/dateReleased" must match format/],
  ['a release as a number', having({ dateReleased: 1_789_000_000 }), /"\/dateReleased" must be string/],
  ['no count', having({ count: undefined }), /required property 'count'/],
  ['a count in words', having({ count: '200' }), /"\/count" must be integer/],
  ['a broken count', having({ count: 199.5 }), /"\/count" must be integer/],
  ['one more announced than sent', having({ count: good.count + 1 }), /announces 201 vulnerabilities and sent 200/],
  ['one more sent than announced', having({ count: good.count - 1 }), /announces 199 vulnerabilities and sent 200/],
  ['no entries', having({ vulnerabilities: undefined }), /required property 'vulnerabilities'/],
  ['entries in an object', having({ vulnerabilities: {} }), /"\/vulnerabilities" must be array/],
  ['an empty catalogue', listing([]), /^empty: there is no vulnerability/],
  // An entry.
  ['an entry that is null', listing([null, ...good.vulnerabilities]), /"\/vulnerabilities\/0" must be object/],
  ['an entry that is a list', listing([[], ...good.vulnerabilities]), /"\/vulnerabilities\/0" must be object/],
  ['an entry that is an id', listing([LOG4SHELL, ...good.vulnerabilities]), /"\/vulnerabilities\/0" must be object/],
  ['an entry without an id', entry({ cveID: undefined }), /required property 'cveID'/],
  ['an id in lower case', entry({ cveID: 'cve-2026-70001' }), /cveID" \("cve-2026-70001"\) must match pattern/],
  ['an id with a blank', entry({ cveID: 'CVE-2026-70001 ' }), /cveID" .* must match pattern/],
  ['an id of another database', entry({ cveID: 'GHSA-jfh8-c2jp-5v3q' }), /cveID" .* must match pattern/],
  ['an id with three digits', entry({ cveID: 'CVE-2026-700' }), /cveID" .* must match pattern/],
  ['two ids in one', entry({ cveID: 'CVE-2026-70001, CVE-2026-70002' }), /cveID" .* must match pattern/],
  ['an id with an invisible character', entry({ cveID: 'CVE-2026-70001\u200b' }), /cveID" .* must match pattern/],
  ['an id that is a number', entry({ cveID: 70_001 }), /cveID" must be string/],
  ['an id before the first year', entry({ cveID: 'CVE-0026-70001' }), /^name_refused: .*"CVE-0026-70001"/],
  ['an id with superfluous zeros', entry({ cveID: 'CVE-2026-070001' }), /^name_refused: .*"CVE-2026-070001"/],
  ['an id twice', listing([...good.vulnerabilities, good.vulnerabilities[3]]), /^name_not_unique: .*"CVE-2019-19781"/],
  [
    'a canary twice, once with another day',
    listing([{ ...good.vulnerabilities[3], dateAdded: '2026-11-02' }, ...good.vulnerabilities]),
    /name_not_unique: /,
  ],
  ['no vendor', entry({ vendorProject: undefined }), /"CVE-2026-70001"\) must have required property 'vendorProject'/],
  ['a blank vendor', entry({ vendorProject: ' \u00a0' }), /vendorProject" .* must match format "text"/],
  ['a vendor that is null', entry({ vendorProject: null }), /vendorProject" .* must be string/],
  ['an empty product', entry({ product: '' }), /product" .* must match format "text"/],
  ['a product that is a list', entry({ product: ['Anvil'] }), /product" .* must be string/],
  ['no name', entry({ vulnerabilityName: undefined }), /required property 'vulnerabilityName'/],
  ['no description', entry({ shortDescription: undefined }), /required property 'shortDescription'/],
  [
    'an endless description',
    entry({ shortDescription: 'x'.repeat(10_001) }),
    /shortDescription" .* must NOT have more than 10000/,
  ],
  ['no action', entry({ requiredAction: '\n' }), /requiredAction" .* must match format "text"/],
  [
    'half a character',
    entry({ shortDescription: 'An anvil \ud800 falls.' }),
    /shortDescription" .* must match format "text"/,
  ],
  ['half a character in the notes', entry({ notes: '\udc00' }), /notes" .* must match format/],
  ['notes that are a list', entry({ notes: ['https://a.org/'] }), /notes" .* must be string/],
  ['a right-to-left override', entry({ product: 'An\u202evil' }), /^hidden_character: .*"CVE-2026-70001"/],
  ['an isolate in the name', entry({ vulnerabilityName: 'An\u2066vil' }), /^hidden_character: /],
  ['a control character', entry({ vendorProject: 'Ac\u0007me' }), /^hidden_character: /],
  ['an escape sequence', entry({ requiredAction: '\u001b[31mrun' }), /^hidden_character: /],
  ['a joiner of no width', entry({ product: 'An\u200dvil' }), /^hidden_character: /],
  ['a tag character', entry({ shortDescription: 'x\u{e0041}' }), /^hidden_character: /],
  ['a private character in the notes', entry({ notes: '\ue000' }), /^hidden_character: /],
  ['a hidden character in a link', entry({ notes: 'https://a.org/\u202ex' }), /^hidden_character: /],
  ['no day of listing', entry({ dateAdded: undefined }), /required property 'dateAdded'/],
  ['an impossible day', entry({ dateAdded: '2026-02-30' }), /dateAdded" .* must match format "calendar-date"/],
  ['a day of another country', entry({ dateAdded: '11/02/2026' }), /dateAdded" .* must match format "calendar-date"/],
  ['an instant for a day', entry({ dateAdded: '2026-11-02T00:00:00Z' }), /dateAdded" .* must match format/],
  ['a day that is null', entry({ dueDate: null }), /dueDate" .* must be string/],
  ['an empty due date', entry({ dueDate: '' }), /dueDate" .* must match format "calendar-date"/],
  ['no due date', entry({ dueDate: undefined }), /required property 'dueDate'/],
  [
    'a listing before the catalogue began',
    entry({ dateAdded: '2021-11-02' }),
    /^date_out_of_range: .*CVE-2026-70001 listed on 2021-11-02/,
  ],
  [
    'a listing after the release',
    entry({ dateAdded: '2026-11-21' }),
    /^date_out_of_range: .*CVE-2026-70001 listed on 2026-11-21/,
  ],
  [
    'a due date that nobody will see',
    entry({ dueDate: '9999-12-31' }),
    /^date_out_of_range: .*CVE-2026-70001 due on 9999-12-31/,
  ],
  ['a due date years ahead', entry({ dueDate: '2029-01-01' }), /^date_out_of_range: .*due on 2029-01-01/],
  ['a due date before any directive', entry({ dueDate: '1970-01-01' }), /^date_out_of_range: .*due on 1970-01-01/],
  [
    'a release before the catalogue began',
    having({ dateReleased: '2019-01-01T00:00:00Z' }),
    /^date_out_of_range: .*released on 2019-01-01/,
  ],
  [
    'due dates and days of listing exchanged',
    madeUp(41, { dateAdded: '2026-11-03', dueDate: '2026-11-02' }),
    /^dates_out_of_order: 41 entries were due before/,
  ],
  [
    'no ransomware flag',
    entry({ knownRansomwareCampaignUse: undefined }),
    /required property 'knownRansomwareCampaignUse'/,
  ],
  [
    'a flag of another kind',
    entry({ knownRansomwareCampaignUse: true }),
    /knownRansomwareCampaignUse" .* must be equal to one of/,
  ],
  [
    'a flag of another value',
    entry({ knownRansomwareCampaignUse: 'Suspected' }),
    /knownRansomwareCampaignUse" .* must be equal to one of/,
  ],
  ['weaknesses in one text', entry({ cwes: 'CWE-20' }), /cwes" .* must be array/],
  ['a weakness that is none', entry({ cwes: ['CWE-20', 'NVD-CWE-Other'] }), /cwes\/1" .* must match pattern/],
  ['a weakness that is a number', entry({ cwes: [20] }), /cwes\/0" .* must be string/],
  ['weaknesses without end', entry({ cwes: Array(101).fill('CWE-20') }), /cwes" .* must NOT have more than 100 items/],
  // The history that everybody knows.
  [
    'a canary that is gone',
    listing(without([LOG4SHELL])),
    /^canary_changed: 1 .*CVE-2021-44228 was listed on 2021-12-10, now missing/,
  ],
  [
    'a canary under another id',
    entry({ cveID: 'CVE-2021-44229' }, LOG4SHELL),
    /^canary_changed: .*CVE-2021-44228 .* now missing/,
  ],
  [
    'a canary listed on another day',
    entry({ dateAdded: '2021-12-11' }, LOG4SHELL),
    /^canary_changed: .*now 2021-12-11/,
  ],
  [
    'the newest entries alone',
    listing(good.vulnerabilities.filter(({ cveID }) => cveID >= 'CVE-2026')),
    /^canary_changed: 59 /,
  ],
  ['the oldest entries alone', listing(good.vulnerabilities.slice(0, 40)), /^canary_changed: 19 /],
  ['one entry', listing([good.vulnerabilities[0]]), /^canary_changed: 58 /],
];

describe('a feed is refused, and the reason given, that is', () => {
  it.each(NO_JSON)('%s', (_what, body) => {
    expect(refusalOf(kevDataset, body)).toBe('upstream_shape: upstream sent no JSON text in UTF-8');
  });

  it.each(BY_ITSELF)('%s', (_what, document, reason) => {
    const refusal = refusalOf(kevDataset, catalogueBytes(document));

    expect(refusal?.replace(/^upstream_shape: upstream's catalogue at /, 'catalogue at ')).toMatch(reason);
  });

  it('and these are more than sixty, each another', () => {
    const named = [...NO_JSON, ...BY_ITSELF].map(([what]) => what);

    expect(named.length).toBeGreaterThan(60);
    expect(new Set(named).size).toBe(named.length);
  });
});
