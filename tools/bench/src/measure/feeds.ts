import { dirname } from 'node:path';
import type { Usage } from '../children/report-usage';
import { serveFolder } from '../osv/folder-server';
import { corpusFile, feedFile } from './corpora';
import { serveBytes, serveFile } from './feed-server';
import { runIngest } from './ingest-program';
import { madeUpScores } from './made-up-scores';

/** A feed as it was downloaded, and how the ingest worker is led to it. */
export interface Feed {
  readonly dataset: 'eol' | 'kev' | 'epss' | 'models' | 'osv' | 'sanctions';
  /** What the rows call it. */
  readonly source: string;
  readonly variable: string;
  readonly file: string;
  /** Whether the file stands for its folder. */
  readonly isFolder: boolean;
}

/** The feeds that are present here. */
export function presentFeeds(): readonly Feed[] {
  const feed = (dataset: Feed['dataset'], source: string, file: string | undefined, isFolder = false): Feed[] =>
    file === undefined ? [] : [{ dataset, source, variable: `${dataset.toUpperCase()}_UPSTREAM_URL`, file, isFolder }];
  return [
    ...feed('eol', 'products-full.json', feedFile()),
    ...feed('kev', 'the catalogue', dataFile('kev', 'known_exploited_vulnerabilities.json')),
    ...feed('epss', 'made-up scores', dataFile('kev', 'known_exploited_vulnerabilities.json')),
    ...feed('models', 'models.dev', dataFile('models', 'api.json')),
    ...feed('osv', 'published dumps', dataFile('osv', 'ecosystems.txt'), true),
    ...feed('sanctions', 'OFAC, addresses', dataFile('sanctions', 'ofac_sdn_evm.json')),
  ];
}

const dataFile = (...parts: readonly string[]): string | undefined => corpusFile('..', 'data', ...parts);

/** Runs `work` while the feed is served on loopback. @param work is given the environment that leads the worker to it */
export async function whileServed<T>(
  { dataset, variable, file, isFolder }: Feed,
  work: (env: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const server = await serve();
  function serve(): ReturnType<typeof serveFile> {
    if (isFolder) return serveFolder(dirname(file));
    if (dataset !== 'epss') return serveFile(file);
    // No day's scores lie here: they are made up for the ids of the catalogue and others.
    const scores = madeUpScores(file);
    return serveBytes(() => scores);
  }
  try {
    return await work({ [variable]: server.url });
  } finally {
    await server.close();
  }
}

/** Ingests made-up scores, and then measures the refresh with those of the day after. */
export async function refreshScores({ file, variable }: Feed, dataDir: string): Promise<Usage> {
  const days = [madeUpScores(file), madeUpScores(file, true)];
  let served = 0;
  const server = await serveBytes(() => days[served]!);
  try {
    const run = (): Promise<Usage> => runIngest(['--once', 'epss'], { DATA_DIR: dataDir, [variable]: server.url });
    await run();
    served = 1;
    return await run();
  } finally {
    await server.close();
  }
}

/** Ingests every feed that is present. @throws Error where not even the end-of-life feed is */
export async function ingestAll(dataDir: string): Promise<void> {
  const feeds = presentFeeds();
  if (!feeds.some(({ dataset }) => dataset === 'eol'))
    throw new Error('the whole feed (products-full.json) is not present here');
  for (const feed of feeds)
    await whileServed(feed, (env) => runIngest(['--once', feed.dataset], { DATA_DIR: dataDir, ...env }));
}
