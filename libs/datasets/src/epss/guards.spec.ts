import { EPSS_DESCRIPTOR } from './descriptor';
import { guardEpss } from './guards';
import type { EpssSnapshot } from './records';

type Row = readonly [number: number, score: number, percentile: number];

const of = (rows: readonly Row[], change: Partial<EpssSnapshot> = {}): EpssSnapshot => ({
  dataset: 'epss',
  meta: { model_version: 'v1', score_date: '2026-11-19T12:55:00.000Z', upstream_schema_version: 'epss-csv-1' },
  score_count: rows.length,
  scores: [{ rows: rows.map((row) => row.join(',')).join('\n'), year: 2026 }],
  ...change,
});
const thousand = (score: (at: number) => number): readonly Row[] =>
  Array.from({ length: 1_000 }, (_, at) => [10_000 + at, score(at), 0.5]);
const rulesOf = (next: EpssSnapshot, previous?: EpssSnapshot): readonly string[] =>
  guardEpss(next, previous).map(({ rule }) => rule);

describe('scores that harm the service are refused, whatever an operator says', () => {
  it.each<[string, EpssSnapshot]>([
    ['empty', of([], { scores: [] })],
    ['unreadable', of([[10_000, 0.1, 0.1]], { score_count: 2 })],
    ['name_refused', of([], { score_count: 1, scores: [{ rows: 'x,0.1,0.1', year: 2026 }] })],
    ['name_not_unique', of([10_000, 10_000].map((number) => [number, 0.1, 0.1]))],
    ['score_out_of_range', of([[10_000, 1.5, 0.1]])],
  ])('%s', (rule, snapshot) => {
    expect(guardEpss(snapshot, undefined)).toContainEqual(expect.objectContaining({ rule, overridable: false }));
  });

  it('and says how many there are of those that were announced', () => {
    const sentences = guardEpss(of([[10_000, 0.1, 0.1]], { score_count: 2 }), undefined).map(
      ({ sentence }) => sentence,
    );

    expect(sentences).toContain('2 scores are announced and 1 are there');
  });

  it('and no more is unpacked than 64 MiB', () => {
    expect(EPSS_DESCRIPTOR.decode).toEqual({ form: 'gunzip', bytesMax: 64 * 1024 * 1024 });
  });
});

describe('of equal scores', () => {
  it.each<[string, readonly (readonly [score: number, percentile: number])[]]>([
    [
      'the lowest percentile is held against lower scores',
      [
        [0.05, 0.4],
        [0.1, 0.5],
        [0.1, 0.3],
      ],
    ],
    [
      'the highest percentile is held against higher scores',
      [
        [0.1, 0.1],
        [0.1, 0.5],
        [0.2, 0.3],
      ],
    ],
  ])('%s', (_what, pairs) => {
    expect(rulesOf(of(pairs.map(([score, rank], at) => [10_000 + at, score, rank])))).toContain('percentile_falls');
  });
});

describe('a successor of a thousand scores', () => {
  const previous = of(thousand(() => 0.5));

  it.each([
    [10, false],
    [11, true],
  ])('that lacks %i: refused is %s', (lacking, isRefused) => {
    expect(rulesOf(of(thousand(() => 0.5).slice(lacking)), previous).includes('shrunken')).toBe(isRefused);
  });

  it.each([
    [50, 0.12, false],
    [51, 0.12, true],
    [51, -0.12, true],
    [1_000, 0.09, false],
  ])('of which %i moved by %d: refused is %s', (count, by, isRefused) => {
    const next = of(thousand((at) => (at < count ? Number((0.5 + by).toFixed(2)) : 0.5)));

    expect(rulesOf(next, previous).includes('drifted')).toBe(isRefused);
  });
});
