/** One thing measured against others: a name and what one round of it gives. */
export interface Contender<Sample> {
  readonly name: string;
  round(): Promise<Sample>;
}

/**
 * Runs the contenders in turn, round after round, the order reversed every other round. A machine that slows down or warms
 * up during the run then hits all of them alike, which is what makes their ratios worth reading.
 */
export async function alternate<Sample>(
  contenders: readonly Contender<Sample>[],
  rounds: number,
): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const samples = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? contenders : [...contenders].reverse();
    for (const contender of order) samples.get(contender.name)?.push(await contender.round());
  }
  return samples;
}

/** The middle value; the mean of the two middle ones for an even count. Throws on an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError('the median of nothing');
  return (lower + upper) / 2;
}

/** The value that so many percent of the values do not exceed (nearest rank). Throws on an empty list. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('a percentile of nothing');
  return value;
}

/** How often `work` runs per second: it is repeated for at least `minMs`, after one warm-up of the same length. */
export function perSecond(work: () => number, minMs: number, nowMs: () => number): number {
  const spin = (): number => {
    const startedAt = nowMs();
    let done = 0;
    for (;;) {
      done += work();
      const spentMs = nowMs() - startedAt;
      if (spentMs >= minMs) return (done * 1000) / spentMs;
    }
  };
  spin();
  return spin();
}
