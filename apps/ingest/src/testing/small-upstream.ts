import { gzipSync } from 'node:zlib';
import {
  catalogueBytes,
  feedBytes,
  modelsBytes,
  scoresBytes,
  smallBucket,
  smallCatalogue,
  smallFeed,
  smallList,
  smallModels,
  someAdvisory,
  toRaw,
} from '@stackcheck/datasets/testing';
import { folderFiles, startBucketServer } from './bucket-server';

/** Every upstream at once, on loopback. */
export interface SmallUpstream {
  /** The variables that point the worker at it. */
  readonly env: Readonly<Record<string, string>>;
  /** One more advisory of npm, so that there is something to publish. */
  putAdvisory(id: string): void;
  close(): Promise<void>;
}

/** Serves made-up documents of every dataset, which pass all guards, for anyone who needs an upstream and not the upstream. */
export async function startSmallUpstream(): Promise<SmallUpstream> {
  const { url, files, close } = await startBucketServer();
  files.set('eol.json', feedBytes(smallFeed()));
  files.set('kev.json', catalogueBytes(smallCatalogue()));
  files.set('epss.csv.gz', gzipSync(scoresBytes()));
  files.set('models.json', modelsBytes(smallModels()));
  files.set('sanctions.txt', smallList());
  const bucket = smallBucket();
  const { folders } = bucket;
  files.set('ecosystems.txt', Buffer.from([...folders.keys()].join('\n')));
  for (const [ecosystem, records] of folders) {
    for (const [path, bytes] of folderFiles(ecosystem, [...records.values()])) files.set(path, bytes);
  }
  const env = {
    EOL_UPSTREAM_URL: `${url}/eol.json`,
    KEV_UPSTREAM_URL: `${url}/kev.json`,
    EPSS_UPSTREAM_URL: `${url}/epss.csv.gz`,
    OSV_UPSTREAM_URL: url,
    MODELS_UPSTREAM_URL: `${url}/models.json`,
    SANCTIONS_UPSTREAM_URL: `${url}/sanctions.txt`,
  };
  const putAdvisory = (id: string): void => {
    bucket.put('npm', toRaw(someAdvisory(id, { modified: new Date().toISOString() })));
    for (const [path, bytes] of folderFiles('npm', [...folders.get('npm')!.values()])) files.set(path, bytes);
  };
  return { env, putAdvisory, close };
}
