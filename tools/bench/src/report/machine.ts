import { availableParallelism, cpus, totalmem } from 'node:os';

/** The machine that the figures belong to, in one line. */
export function machine(): string {
  const model = cpus()[0]?.model.trim() || 'unknown processor';
  const memoryGib = (totalmem() / 2 ** 30).toFixed(1);
  return `${availableParallelism()} cores (${model}), ${memoryGib} GiB, Node ${process.version}, ${process.platform}-${process.arch}`;
}
