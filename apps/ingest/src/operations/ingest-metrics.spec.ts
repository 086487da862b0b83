import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { feedBytes, smallFeed } from '@stackcheck/datasets/testing';
import { runCli } from '../cli';
import { readIngestConfig } from '../config/config';
import { impatient, WorkerHarness } from '../testing/worker-harness';
import { withParts } from '../worker/run';
import { runWorker } from '../worker/worker';
import { IngestMetrics } from './ingest-metrics';
import { whileMeasured } from '../worker/while-measured';

let harness: WorkerHarness;
beforeEach(async () => {
  harness = await WorkerHarness.open();
});
afterEach(() => harness.close());

const listening = async (): Promise<{ readonly port: number; close(): void }> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
};

test('a scheduled worker reports what it did and how old its data is, as long as it runs', async () => {
  const { port, close } = await listening();
  close();
  const config = readIngestConfig({ ...harness.env, INGEST_METRICS_PORT: String(port) });
  harness.server.serve(feedBytes(smallFeed()), '"one"');
  const stop = new AbortController();
  let text = '';
  // Chance is asked for only to decide how long to wait, so that is when a refresh is done.
  const random = (): number => {
    void fetch(`http://127.0.0.1:${port}/metrics`)
      .then((response) => response.text())
      .then((scraped) => (text = scraped))
      .finally(() => stop.abort());
    return 0;
  };

  await withParts(config, { override: { ...impatient, random } }, (parts) =>
    whileMeasured(parts, ['eol', 'kev'], () => runWorker(parts, ['eol'], stop.signal)),
  );

  for (const line of [
    'stackcheck_ingest_refreshes_total{dataset="eol",outcome="published"} 1',
    'stackcheck_ingest_refreshes_total{dataset="eol",outcome="failed"} 0',
    'stackcheck_ingest_refreshes_total{dataset="kev",outcome="refused"} 0',
    'stackcheck_ingest_refresh_seconds_count{dataset="eol"} 1',
    'stackcheck_ingest_refusing{dataset="eol"} 0',
  ])
    expect(text).toContain(line);
  expect(text).toMatch(/^stackcheck_ingest_refreshed_timestamp_seconds\{dataset="eol"\} \d{10}/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d/m);
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
});

test('a port that is taken is a fault of the configuration, in a sentence', async () => {
  const { port, close } = await listening();
  const said: string[] = [];
  const env = { ...harness.env, INGEST_METRICS_PORT: String(port) };

  const code = await runCli([], {
    env,
    print: () => undefined,
    complain: (line) => said.push(line),
    stop: new AbortController().signal,
  });
  close();

  expect({ code, said }).toMatchObject({
    code: 2,
    said: [expect.stringContaining(`INGEST_METRICS_PORT ${port} cannot be listened on: EADDRINUSE`)],
  });
});

test.each(['65536', '-1', '1e3', 'http'])('INGEST_METRICS_PORT %s is refused', (port) => {
  expect(() => readIngestConfig({ INGEST_METRICS_PORT: port })).toThrow(
    'INGEST_METRICS_PORT must be a port number, or 0',
  );
});

test('docs/metrics.md lists the metrics as they are, in their order', async () => {
  const page = readFileSync(join(__dirname, '../../../../docs/metrics.md'), 'utf8');
  const section = page.split('\n## Ingest\n')[1]!.split(/^## /m)[0]!;
  const rows = [...section.matchAll(/^\| (`.*) \|$/gm)].map(([, row]) => row!.split('|').map((cell) => cell.trim()));
  const own = (await new IngestMetrics().described()).filter(({ name }) => name.startsWith('stackcheck_'));

  expect(rows).toEqual(own.map(({ name, kind, help, labels }) => [`\`${name}{${labels.join(',')}}\``, kind, help]));
});
