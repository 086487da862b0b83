import { createReadStream, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join, normalize } from 'node:path';
import type { RawRecord } from '@stackcheck/datasets/testing';
import { zipOf } from './zip-writer';
import { listen } from './listen';

/** What is answered at a path. */
export type BucketAnswer = Uint8Array | ((request: IncomingMessage, response: ServerResponse) => void);

/** A bucket of public advisories on loopback. */
export interface BucketServer {
  readonly url: string;
  /** Paths asked for, decoded, in order. */
  readonly asked: string[];
  /** Answers by path, before the folder is looked into. */
  readonly files: Map<string, BucketAnswer>;
  close(): Promise<void>;
}

/** Starts a bucket. @param folder whose files are served, in the shape of the public bucket */
export async function startBucketServer(folder?: string): Promise<BucketServer> {
  const asked: string[] = [];
  const files = new Map<string, BucketAnswer>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://bucket').pathname).slice(1);
    asked.push(path);
    const answer = files.get(path);
    if (typeof answer === 'function') return answer(request, response);
    if (answer !== undefined) return void response.writeHead(200, { 'content-length': answer.length }).end(answer);
    const file = folder === undefined ? undefined : join(folder, normalize(`/${path}`));
    const size = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })?.size;
    if (file === undefined || size === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-length': size });
    createReadStream(file).pipe(response);
  });
  const { url, close } = await listen(server);
  return {
    url,
    asked,
    files,
    close,
  };
}

/** The files of an ecosystem's folder, by their paths. */
export function folderFiles(ecosystem: string, records: readonly RawRecord[]): Map<string, Buffer> {
  const bytes = records.map((record) => ({ name: `${record.id}.json`, bytes: Buffer.from(JSON.stringify(record)) }));
  const newestFirst = [...records].sort((a, b) => (a.modified < b.modified ? 1 : -1));
  return new Map([
    [`${ecosystem}/all.zip`, zipOf(bytes)],
    [
      `${ecosystem}/modified_id.csv`,
      Buffer.from(newestFirst.map(({ id, modified }) => `${modified},${id}\n`).join('')),
    ],
    ...bytes.map((file) => [`${ecosystem}/${file.name}`, file.bytes] as const),
  ]);
}
