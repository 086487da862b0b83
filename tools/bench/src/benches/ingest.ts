import type { Usage } from '../children/report-usage';
import { feedFile } from '../measure/corpora';
import { serveFile } from '../measure/feed-server';
import { runIngest, withDataDir } from '../measure/ingest-program';
import { median } from '../measure/rounds';
import { figure, times, type Report } from '../report/table';

const ROUNDS = 3;

/**
 * One whole ingest (fetch over loopback, normalise, guard, sign, publish) into an empty data folder, as a process of its own:
 * wall time, processor time and peak memory. Against the same program publishing nothing but the embedded starter, which
 * shows what starting Node and SQLite costs. Where the feed is absent only the starter is measured.
 */
export async function benchIngest({ rounds = ROUNDS }: { readonly rounds?: number } = {}): Promise<Report> {
  const feed = feedFile();
  const starter: Usage[] = [];
  const full: Usage[] = [];
  const server = feed === undefined ? undefined : await serveFile(feed);
  try {
    for (let round = 0; round < rounds; round++) {
      starter.push(await withDataDir((dataDir) => runIngest(['--starter'], { DATA_DIR: dataDir })));
      if (!server) continue;
      const upstream = { EOL_UPSTREAM_URL: server.url };
      full.push(await withDataDir((dataDir) => runIngest(['--once', 'eol'], { DATA_DIR: dataDir, ...upstream })));
    }
  } finally {
    await server?.close();
  }
  const rows = [line('starter selection', starter, starter)];
  if (full.length > 0) rows.push(line('whole feed (products-full.json)', full, starter));
  const title = `Ingest as a process of its own (median of ${rounds})${feed ? '' : '; the whole feed is not present here'}`;
  return { title, rows };
}

function line(what: string, runs: readonly Usage[], reference: readonly Usage[]) {
  const of = (pick: (usage: Usage) => number, list = runs) => median(list.map(pick));
  const [wall, cpu, memory] = [of((u) => u.wallMs), of((u) => u.cpuMs), of((u) => u.maxRssKib)];
  const ratio =
    runs === reference
      ? ''
      : `starter = time ${times(
          wall,
          of((u) => u.wallMs, reference),
        )}, memory ${times(
          memory,
          of((u) => u.maxRssKib, reference),
        )}`;
  return {
    what,
    value: `${figure(wall)} ms, ${figure(cpu)} ms processor, ${figure(memory / 1024)} MiB peak`,
    ratio,
  };
}
