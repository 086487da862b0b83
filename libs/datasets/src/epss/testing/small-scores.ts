import { CANARIES } from '../canaries';

/** One line of upstream's document. */
export type ScoreRow = readonly [cve: string, score: string, percentile: string];

const MADE_UP = 176;

/** Made-up scores that pass every guard: the well-known CVEs, and CVE-2026-70000 and following; 200 in all. */
export function smallScores(): readonly ScoreRow[] {
  const others = Array.from({ length: MADE_UP }, (_, n): ScoreRow => {
    const score = (n / 1_000).toFixed(5);
    return [`CVE-2026-${70_000 + n}`, score, (n / MADE_UP).toFixed(5)];
  });
  return [...CANARIES.map((cve): ScoreRow => [cve, '0.94358', '0.99961']), ...others];
}

/** What a document says of itself, where it is to differ. */
export interface ScoresHead {
  readonly model?: string;
  readonly date?: string;
}

/** A document as upstream sends it, unpacked. */
export function scoresText(
  rows: readonly ScoreRow[] = smallScores(),
  { model = 'v2025.03.14', date = '2026-11-19T12:55:00Z' }: ScoresHead = {},
): string {
  const lines = rows.map((row) => row.join(','));
  return [`#model_version:${model},score_date:${date}`, 'cve,epss,percentile', ...lines, ''].join('\n');
}

/** The same as bytes. */
export function scoresBytes(rows?: readonly ScoreRow[], head?: ScoresHead): Uint8Array {
  return new TextEncoder().encode(scoresText(rows, head));
}

/** The scores with some of them replaced or, when `change` gives undefined, left out. */
export function changedScores(change: (row: ScoreRow, index: number) => ScoreRow | undefined): readonly ScoreRow[] {
  return smallScores().flatMap((row, index) => {
    const changed = change(row, index);
    return changed === undefined ? [] : [changed];
  });
}
