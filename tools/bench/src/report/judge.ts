import { figure, type Report, type Row } from './table';
import type { Limit, Target } from './targets';

/** What a run says about a target. */
export interface Judged {
  readonly says: string;
  readonly limit: Limit;
  readonly unit: string;
  readonly verdict: 'met' | 'not met' | 'not measured in this run';
  readonly measured?: number;
}

/** What one benchmark of a run found, under its name. */
export interface Found {
  readonly name: string;
  readonly rows?: Report['rows'];
}

/** Holds the rows of a run against the targets. One whose row is absent, or reports no such figure, was not measured. */
export function judge(targets: readonly Target[], found: readonly Found[]): readonly Judged[] {
  return targets.map((target) => {
    const { says, limit, reading } = target;
    const measured = measuredFor(target, found);
    const verdict = measured === undefined ? 'not measured in this run' : isMet(measured, limit) ? 'met' : 'not met';
    return { says, limit, unit: reading.unit, verdict, ...(measured === undefined ? {} : { measured }) };
  });
}

/** The verdicts as rows of a table. */
export function judgedRows(judged: readonly Judged[]): readonly Row[] {
  return judged.map(({ says, limit, unit, verdict, measured }) => ({
    what: `${says} (${limitText(limit, unit)})`,
    value: measured === undefined ? '' : valueText(measured, limit, unit),
    ratio: verdict,
  }));
}

function measuredFor({ bench, row, reading }: Target, found: readonly Found[]): number | undefined {
  const rows = found.find(({ name }) => name === bench)?.rows ?? [];
  for (const { what, measured } of rows) {
    const figure = row.test(what) && measured ? reading.of(measured) : undefined;
    if (figure !== undefined && Number.isFinite(figure)) return figure;
  }
  return undefined;
}

function isMet(measured: number, limit: Limit): boolean {
  if (limit === 'flat') return measured === 1;
  return 'atLeast' in limit ? measured >= limit.atLeast : measured <= limit.atMost;
}

function valueText(measured: number, limit: Limit, unit: string): string {
  if (limit === 'flat') return measured === 1 ? 'flat' : 'grows';
  return `${figure(measured)} ${unit}`.trimEnd();
}

function limitText(limit: Limit, unit: string): string {
  if (limit === 'flat') return 'flat';
  const [bound, value] = 'atLeast' in limit ? ['at least', limit.atLeast] : ['at most', limit.atMost];
  return `${bound} ${figure(value)} ${unit}`.trimEnd();
}
