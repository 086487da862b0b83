/** A length of a drawing to a tenth of its unit, which nobody can see. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
