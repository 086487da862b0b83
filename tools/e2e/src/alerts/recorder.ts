/** Something that Prometheus would scrape, with the labels that its configuration adds. */
export interface Target {
  readonly job: string;
  readonly instance: string;
  /** Of `/metrics`. */
  readonly url: string;
}

/** What was scraped at one time: the value of each series, by its name with the labels of the target. */
export type Scrape = ReadonlyMap<string, number>;

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/gm;
/** Points in time, in seconds. */
const TIMES = /^(process_start_time_seconds|\w+_timestamp_seconds)\{/;

/** Scrapes as Prometheus does: one that fails is `up` 0. Times count from when it was made, as the time of promtool begins with 0. */
export class Recorder {
  private readonly beganSeconds = Date.now() / 1_000;

  constructor(private readonly targets: readonly Target[]) {}

  /** So many scrapes, each after something was done. */
  async record(times: number, doing: () => unknown = () => undefined): Promise<readonly Scrape[]> {
    const scrapes: Scrape[] = [];
    while (scrapes.length < times) {
      await doing();
      scrapes.push(await this.scrape());
    }
    return scrapes;
  }

  /** The first scrape that shows it. */
  async until(shows: (scrape: Scrape) => boolean): Promise<Scrape> {
    for (const deadline = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
      const scrape = await this.scrape();
      if (shows(scrape)) return scrape;
      if (Date.now() > deadline) throw new Error('what was waited for did not show within a minute');
    }
  }

  async scrape(): Promise<Scrape> {
    const found = new Map<string, number>();
    for (const { job, instance, url } of this.targets) {
      const labels = `job="${job}",instance="${instance}"`;
      const text = await fetch(url).then(
        (answer) => answer.text(),
        () => undefined,
      );
      found.set(`up{${labels}}`, text === undefined ? 0 : 1);
      for (const [, name, own, value] of (text ?? '').matchAll(LINE)) {
        const series = `${name}{${labels}${own === undefined ? '' : `,${own}`}}`;
        const number = Number(value) - (TIMES.test(series) ? this.beganSeconds : 0);
        if (Number.isFinite(number)) found.set(series, number);
      }
    }
    return found;
  }
}

/** The sum of all series of a metric that have these labels. */
export function valueOf(scrape: Scrape, metric: string, ...labels: readonly string[]): number | undefined {
  const values = [...scrape].filter(
    ([series]) => series.startsWith(`${metric}{`) && labels.every((label) => series.includes(label)),
  );
  return values.length === 0 ? undefined : values.reduce((sum, [, value]) => sum + value, 0);
}
