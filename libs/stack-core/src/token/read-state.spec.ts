import { deflateRawSync } from 'node:zlib';
import * as fc from 'fast-check';
import { nodeSealing } from '../node';
import { open, plain, sealText } from '../testing/sample-token';
import { unpackState } from './packed-state';
import { readState } from './read-state';
import { writeState } from './write-state';

describe('a state that our own key sealed', () => {
  const json = JSON.parse(writeState(plain)) as Record<string, unknown>;
  const changed = (parts: object) => open(sealText(JSON.stringify({ ...json, ...parts })));

  it('of an older version has expired; of a newer one it is none', () => {
    expect(changed({}).kind).toBe('state');
    expect(changed({ v: 0 }).kind).toBe('token_expired');
    expect(changed({ v: 2 }).kind).toBe('token_invalid');
    expect(open(sealText('{"v":0}')).kind).toBe('token_expired');
  });

  it.each<[string, object]>([
    ['no version', { v: undefined }],
    ['a text as version', { v: '1' }],
    ['an instant that is none', { t: 1.5 }],
    ['an instant after all calendars', { t: 1e300 }],
    ['an instant before them', { e: -1 }],
    ['no lists', { s: {} }],
    ['fewer states than items', { i: [] }],
    ['more states than items', { i: [0, 0] }],
    ['an unknown status', { i: [['gone', 0, 0]] }],
    ['a day that is none', { i: [['eol', '2026-02-30', 0]] }],
    ['an item that is a text', { s: { ...(json['s'] as object), i: ['python'] } }],
    ['too many items', { s: { ...(json['s'] as object), i: Array(51).fill(['a', '1']) }, i: Array(51).fill(0) }],
    ['a policy of another form', { s: { ...(json['s'] as object), y: [90, 'high', 'eol', 0] } }],
    ['an unknown word for the unlisted', { s: { ...(json['s'] as object), y: [90, 'high', [], 0, 'fail'] } }],
    ['a policy with more than there is', { s: { ...(json['s'] as object), y: [90, 'high', [], 0, 'warn', 1, 1] } }],
    ['a threshold of scores above 1', { s: { ...(json['s'] as object), y: [90, 'high', [], 0, 'warn', 1.1] } }],
    ['a threshold of scores that is a word', { s: { ...(json['s'] as object), y: [90, 'high', [], 0, 0, '0.1'] } }],
    ['an unknown severity', { s: { ...(json['s'] as object), y: [90, 'worst', [], 0] } }],
    ['a due date that is none', { c: [['soon', 0]] }],
    ['an unknown verdict', { d: 'fine' }],
    ['snapshots that are numbers', { x: [1] }],
    ['a list in the place of an object', { s: [] }],
  ])('is refused with %s', (_what, parts) => {
    expect(changed(parts).kind).toBe('token_invalid');
  });

  it.each<[string, unknown]>([
    ['hashes without flags', ['AAAAAAAA', '', []]],
    ['flags without hashes', ['', 'A', []]],
    ['broken base64', ['AAAAAA=', 'A', []]],
    ['a flag past the last', ['AAAAAAA', '8', []]],
    ['a flag of no alphabet', ['AAAAAAA', '!', []]],
    ['a listed group without a date', ['AAAAAAA', 'U', []]],
    ['a date without a listed group', ['AAAAAAA', 'A', [['2026-01-01', 0]]]],
    ['an unknown reason', 'tired'],
    ['four parts', ['AAAAAAA', 'A', [], 3]],
    ['a digest of another length', ['AAAAAAA', 'A', [], 3, 'ab']],
  ])('is refused with a package of %s', (_what, entry) => {
    const stack = { ...(json['s'] as object), p: ['pkg:npm/x@1.0.0'] };

    expect(changed({ s: stack, p: [['AAAAAAA', 'A', []]] }).kind).toBe('state');
    expect(changed({ s: stack, p: [entry] }).kind).toBe('token_invalid');
  });

  it('may hold any JSON, or none, and any bytes: nothing is thrown (property)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(json), 'z'), (value, field) => {
        for (const text of [
          JSON.stringify(value),
          JSON.stringify({ ...json, [field]: value }),
          JSON.stringify({ ...json, s: { ...(json['s'] as object), [field]: value } }),
        ]) {
          expect(() => readState(text)).not.toThrow();
        }
      }),
      { numRuns: 200 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(unpackState(bytes, nodeSealing.packing)).toBeUndefined();
        expect(unpackState(deflateRawSync(bytes), nodeSealing.packing)).toBeUndefined();
      }),
    );
  });
});

describe('the policy of a state', () => {
  const json = JSON.parse(writeState(plain)) as Record<string, unknown>;

  // Each form was written by some version of the service; all of them stay readable.
  it.each<[readonly unknown[], object]>([
    [[90, 'high', [], 0], {}],
    [[90, 'high', [], 0, 'warn'], { unlisted: 'warn' }],
    [[90, 'high', [], 0, 0, 0.1], { epss_min: 0.1 }],
    [[90, 'high', ['epss'], 0, 'warn', 0], { unlisted: 'warn', epss_min: 0, fail_on: ['epss'] }],
  ])('may be %j', (y, parts) => {
    const opened = open(sealText(JSON.stringify({ ...json, s: { ...(json['s'] as object), y } })));

    const policy = { eol_within_days: 90, min_severity: 'high', fail_on: [], report_latest: false, ...parts };
    expect(opened.kind === 'state' && opened.state.stack.policy).toEqual(policy);
  });
});
