import { Format, Presets, SingleBar } from 'cli-progress';

/** Shows how much of a document was received. */
export interface Progress {
  received(bytes: number, totalBytes: number | null): void;
  done(): void;
}

/** A progress bar on a terminal; nothing anywhere else, where it would only fill a log. */
export function progressOn(stream: NodeJS.WriteStream, label: string): Progress {
  if (!stream.isTTY) return { received: () => undefined, done: () => undefined };
  const bar = new SingleBar(
    { stream, format: `${label} {bar} {value}/{total} kB`, clearOnComplete: true, formatValue: Format.ValueFormat },
    Presets.shades_classic,
  );
  let started = false;
  return {
    received: (bytes, totalBytes) => {
      const [value, total] = [kilobytes(bytes), kilobytes(totalBytes ?? bytes)];
      if (!started) bar.start(total, value);
      started = true;
      bar.setTotal(total);
      bar.update(value);
    },
    done: () => bar.stop(),
  };
}

function kilobytes(bytes: number): number {
  return Math.ceil(bytes / 1000);
}
