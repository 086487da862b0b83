/**
 * The base score of a CVSS 3.0 or 3.1 vector (FIRST, CVSS v3.1 Specification §7.1), 0.0 to 10.0 with one decimal, or null
 * where the text is none. Temporal and environmental metrics are allowed and change nothing.
 */
export function cvss3BaseScore(vector: string): number | null {
  if (vector.length > VECTOR_CHARS_MAX) return null;
  const match = /^CVSS:3\.[01]\/(.+)$/.exec(vector.trim());
  if (match === null) return null;
  const metrics = new Map((match[1] as string).split('/').map((part) => part.split(':', 2) as [string, string]));
  const scope = metrics.get('S');
  if (scope !== 'U' && scope !== 'C') return null;
  const weights = new Map<string, number>();
  for (const [metric, values] of Object.entries(WEIGHTS)) {
    const value = metrics.get(metric) ?? '';
    const weight = Object.hasOwn(values, value) ? values[value] : undefined;
    if (weight === undefined) return null;
    weights.set(metric, typeof weight === 'number' ? weight : weight[scope]);
  }
  const weight = (metric: string) => weights.get(metric) as number;

  const impactSubScore = 1 - (1 - weight('C')) * (1 - weight('I')) * (1 - weight('A'));
  const impact =
    scope === 'U' ? 6.42 * impactSubScore : 7.52 * (impactSubScore - 0.029) - 3.25 * (impactSubScore - 0.02) ** 15;
  if (impact <= 0) return 0;
  const exploitability = 8.22 * weight('AV') * weight('AC') * weight('PR') * weight('UI');
  const sum = scope === 'U' ? impact + exploitability : 1.08 * (impact + exploitability);
  return roundUp(Math.min(sum, 10));
}

/** Four times as many as a vector of all metrics has. */
const VECTOR_CHARS_MAX = 512;

/** Numeric values of the base metrics (§7.4); privileges weigh more where the scope changes. */
const WEIGHTS: Readonly<Record<string, Readonly<Record<string, number | { readonly U: number; readonly C: number }>>>> =
  {
    AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
    AC: { L: 0.77, H: 0.44 },
    PR: { N: 0.85, L: { U: 0.62, C: 0.68 }, H: { U: 0.27, C: 0.5 } },
    UI: { N: 0.85, R: 0.62 },
    C: { H: 0.56, L: 0.22, N: 0 },
    I: { H: 0.56, L: 0.22, N: 0 },
    A: { H: 0.56, L: 0.22, N: 0 },
  };

/**
 * Up to the next tenth, without what floats add beyond five decimals (3.1, Appendix A). 3.0 did not say the latter; no
 * base vector scores differently for it.
 */
function roundUp(value: number): number {
  const scaled = Math.round(value * 100_000);
  return scaled % 10_000 === 0 ? scaled / 100_000 : (Math.floor(scaled / 10_000) + 1) / 10;
}
