import { refusalOf } from '../testing';
import { epssDataset } from './dataset';
import { changedScores, scoresBytes, scoresText, smallScores, type ScoreRow } from './testing/small-scores';

const SOMEBODYS = 'CVE-2026-70001';
const text = scoresText();
const bytes = (document: string): Uint8Array => new TextEncoder().encode(document);
const replaced = (what: string, by: string): Uint8Array => bytes(text.replace(what, by));
const having = (row: ScoreRow): Uint8Array =>
  scoresBytes(changedScores((each) => (each[0] === SOMEBODYS ? row : each)));
const adding = (...rows: readonly ScoreRow[]): Uint8Array => scoresBytes([...smallScores(), ...rows]);

const ROWS = 'CVE-2026-70001,0.00100,0.00568';

describe('scores are refused, and the reason given, when they are', () => {
  it.each<[string, Uint8Array, RegExp]>([
    ['nothing', bytes(''), /^upstream_shape: line 1 .* does not name the model/],
    ['a page', bytes('<html>Access Denied</html>\n'), /^upstream_shape: line 1/],
    ['bytes of gzip', Uint8Array.of(0x1f, 0x8b, 8, 0), /^upstream_shape: line 1/],
    ['without the line of the model', bytes(text.slice(text.indexOf('\n') + 1)), /^upstream_shape: line 1/],
    ['of a model without a name', replaced('v2025.03.14', ''), /^upstream_shape: line 1/],
    ['of no day', replaced('2026-11-19T12:55:00Z', 'yesterday'), /line 1 .* no instant of UTC/],
    ['of an impossible day', replaced('2026-11-19T', '2026-13-39T'), /line 1 .* no instant of UTC/],
    ['without a header', replaced('cve,epss,percentile\n', ''), /^upstream_shape: line 2 .* is not the header/],
    ['under another header', replaced('epss,percentile', 'percentile,epss'), /^upstream_shape: line 2/],
    ['cut off within a row', bytes(text.slice(0, -4).replace(/,[^,]*$/, '')), /^upstream_shape: line 202/],
    ['without a percentile', replaced(ROWS, 'CVE-2026-70001,0.00100'), /^upstream_shape: line 28/],
    ['of four columns', replaced(ROWS, `${ROWS},1`), /^upstream_shape: line 28/],
    ['of a score that is a word', replaced(ROWS, 'CVE-2026-70001,high,0.1'), /^upstream_shape: line 28/],
    ['of a negative score', replaced(ROWS, 'CVE-2026-70001,-0.1,0.1'), /^upstream_shape: line 28/],
    ['of no score', replaced(ROWS, 'CVE-2026-70001,,0.1'), /^upstream_shape: line 28/],
    ['not numbers', replaced(ROWS, 'CVE-2026-70001,NaN,0.1'), /^upstream_shape: line 28/],
    ['of an id that is none', replaced(ROWS, 'GHSA-jfh8-c2jp-5v3q,0.1,0.1'), /^upstream_shape: line 28/],
    ['interrupted by a blank line', replaced(ROWS, `\n${ROWS}`), /^upstream_shape: line 28/],
    ['empty', scoresBytes([]), /^empty/],
    [
      'of an id that nobody can ask for',
      having(['CVE-2026-070001', '0.001', '0.1']),
      /^upstream_shape: line 28 .*CVE-2026-070001/,
    ],
    [
      'of a year that never was',
      having(['CVE-1980-70001', '0.001', '0.1']),
      /^upstream_shape: line 28 .*CVE-1980-70001.* year/,
    ],
    ['of a CVE twice', adding([SOMEBODYS, '0.00100', '0.00568']), /^name_not_unique: .*CVE-2026-70001/],
    ['of a CVE twice, unlike', adding([SOMEBODYS, '0.9', '0.99']), /^name_not_unique: .*CVE-2026-70001/],
    ['above 1', having([SOMEBODYS, '1.00001', '1']), /^score_out_of_range: .*CVE-2026-70001/],
    ['of a percentile above 1', having([SOMEBODYS, '1', '99.9']), /^score_out_of_range: .*CVE-2026-70001/],
    ['in percent', having([SOMEBODYS, '5e1', '1']), /^score_out_of_range/],
    [
      'of a percentile that falls while the score rises',
      having([SOMEBODYS, '0.00250', '0.00001']),
      /^percentile_falls: .*CVE-2026-70001 with 0.0025 and 0.00001/,
    ],
    [
      'of a percentile that is far above that of a higher score',
      having([SOMEBODYS, '0.00100', '0.99000']),
      /^percentile_falls: .*CVE-2026-70002/,
    ],
    ['without a CVE that everybody knows', scoresBytes(smallScores().slice(1)), /^canary_changed: 1 .*CVE-2008-4250/],
  ])('%s', (_what, body, reason) => {
    expect(refusalOf(epssDataset, body)).toMatch(reason);
  });
});

describe('scores are taken', () => {
  it.each<[string, Uint8Array]>([
    ['as they come', scoresBytes()],
    ['without a last line end', bytes(text.trimEnd())],
    ['with line ends of another system', bytes(text.replaceAll('\n', '\r\n'))],
    ['in another order', scoresBytes([...smallScores()].reverse())],
    ['with the other spelling of the date', scoresBytes(undefined, { date: '2026-11-19T00:00:00+0000' })],
    ['with unequal percentiles of equal scores', adding(['CVE-2026-80001', '0.00100', '0.00570'])],
  ])('%s', (_what, body) => {
    expect(refusalOf(epssDataset, body)).toBeUndefined();
  });

  it('with every number as it was published', () => {
    const rows: ScoreRow[] = [
      ['CVE-2026-9999', '5e-05', '0.00012'],
      ['CVE-2026-10000', '1', '1.0'],
      ['CVE-2021-44228', '0.94358', '0.99961'],
      ['CVE-2026-80000', '0.10000', '0.9'],
    ];

    expect(epssDataset.read(scoresBytes(rows, { date: '2026-11-19T00:00:00+0000' }))).toEqual({
      dataset: 'epss',
      meta: {
        model_version: 'v2025.03.14',
        score_date: '2026-11-19T00:00:00.000Z',
        upstream_schema_version: 'epss-csv-1',
      },
      score_count: 4,
      scores: [
        { rows: '44228,0.94358,0.99961', year: 2021 },
        { rows: '9999,0.00005,0.00012\n10000,1,1\n80000,0.1,0.9', year: 2026 },
      ],
    });
  });
});

describe('a successor', () => {
  const previous = epssDataset.read(scoresBytes());
  const next = { date: '2026-11-20T12:55:00Z' };
  const moved = (count: number, by = 0.2): readonly ScoreRow[] =>
    changedScores(([cve, score, percentile], index) =>
      index >= 200 - count ? [cve, (Number(score) + by).toFixed(5), percentile] : [cve, score, percentile],
    );
  const less = (count: number): readonly ScoreRow[] =>
    changedScores((row, index) => (index >= 24 && index < 24 + count ? undefined : row));

  it.each<[string, Uint8Array]>([
    ['may be of the same day', scoresBytes()],
    ['may have every score moved a little', scoresBytes(moved(176, 0.001), next)],
    ['may have a twentieth moved far', scoresBytes(moved(10), next)],
    ['may lack a hundredth', scoresBytes(less(2), next)],
    ['of a new model may have all moved', scoresBytes(moved(176), { ...next, model: 'v2026.11.20' })],
  ])('%s', (_what, body) => {
    expect(refusalOf(epssDataset, body, previous)).toBeUndefined();
  });

  it.each<[string, Uint8Array, RegExp]>([
    [
      'may not be older',
      scoresBytes(undefined, { date: '2026-11-18T12:55:00Z' }),
      /^version_reversed: scores of 2026-11-18/,
    ],
    ['may not lack more', scoresBytes(less(3), next), /^shrunken: 3 of 200 .*CVE-2026-70000/],
    [
      'may not hide losses behind additions',
      scoresBytes([...less(3), ...[1, 2, 3, 4].map((n): ScoreRow => [`CVE-2026-8000${n}`, '0.2', '0.9949'])], next),
      /^shrunken: 3 of 200/,
    ],
    [
      'of the same model may not have many moved far',
      scoresBytes(moved(11), next),
      /^drifted: 11 of 200 .* under one model/,
    ],
    ['of a new model may not lack more, either', scoresBytes(less(3), { ...next, model: 'v9' }), /^shrunken/],
  ])('%s', (_what, body, reason) => {
    expect(refusalOf(epssDataset, body)).toBeUndefined();
    expect(refusalOf(epssDataset, body, previous)).toMatch(reason);
  });
});
