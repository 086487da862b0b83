import type { FuzzResult } from './run-fuzz';

const MIB = 2 ** 20;

/** The summary of a run, for people: counts by operation and status, settlements, speed, memory, and the failure. */
export function reportOf(result: FuzzResult): string {
  const { statistics, options, seconds, memory } = result;
  const rows = [...statistics.statuses].sort(([a], [b]) => (a < b ? -1 : 1));
  const width = Math.max(...rows.map(([name]) => name.length), 9);
  const table = rows.map(([name, counts]) => {
    const cells = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    return `  ${name.padEnd(width)}  ${cells.join(', ')}`;
  });
  return [
    `seed ${options.seed}, ${options.requests} generated requests, ${statistics.answers} answers over ${result.connections} connections, ${result.operations} operations`,
    ...table,
    `paid answers ${statistics.paidAnswers} = settlements ${statistics.settlements} + replays ${statistics.replays}`,
    `largest response head ${statistics.headerBytesMax} bytes`,
    `${seconds.toFixed(1)} s, ${Math.round(statistics.answers / seconds)} requests/s`,
    `heap ${mib(memory.half.heapBytes)} after half, ${mib(memory.end.heapBytes)} at the end (${growth(result).toFixed(1)} %); resident ${mib(memory.half.rssBytes)}, ${mib(memory.end.rssBytes)}`,
    failureText(result),
  ].join('\n');
}

/** Growth of the heap over the second half, in per cent. */
export function growth({ memory }: FuzzResult): number {
  return (memory.end.heapBytes / memory.half.heapBytes - 1) * 100;
}

function failureText({ failure }: FuzzResult): string {
  if (!failure) return 'no failure';
  return [
    `FAILED with seed ${failure.seed} (path ${failure.path}): ${failure.reason}`,
    `  smallest request: ${failure.request}`,
    `  again: npm run conformance -- fuzz --requests 500 --seed ${failure.seed}`,
  ].join('\n');
}

function mib(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`;
}
