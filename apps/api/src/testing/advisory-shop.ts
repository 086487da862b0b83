import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '@stackcheck/datasets';
import { smallBucket, someAdvisory, toRaw } from '@stackcheck/datasets/testing';
import { OSV_SNAPSHOT } from './bought-snapshot';
import { DataFolder } from './data-folder';
import { startStarterApi, type StarterApi, type StarterApiOptions } from './starter-api';

const { operationId, target } = OSV_SNAPSHOT;

/** An API that sells the package advisories of a bucket, and the ingest worker next to it. */
export class AdvisoryShop {
  private readonly folder: DataFolder;
  private published = 0;
  private paid = 0;

  private constructor(
    readonly api: StarterApi,
    private readonly bucket: ReturnType<typeof smallBucket>,
  ) {
    this.folder = new DataFolder(api.dataDir, api.clock);
  }

  /** Not opened before `next` was called. */
  static async start(bucket = smallBucket(), overrides: StarterApiOptions['overrides'] = {}): Promise<AdvisoryShop> {
    return new AdvisoryShop(await startStarterApi({ publish: false, overrides }), bucket);
  }

  /** Publishes a snapshot with one more advisory an hour later, and waits until it is served. */
  async next(): Promise<Manifest> {
    const { manifest } = await this.publish();
    await this.api.refresh();
    return manifest;
  }

  /** The same before anybody looked for it, with its index file. */
  async publish(packs = true): Promise<{ readonly manifest: Manifest; readonly file: string }> {
    const { api, bucket, folder } = this;
    const before = this.files();
    api.clock.advance(3_600_000);
    const modified = new Date(api.clock.now()).toISOString();
    bucket.put('npm', toRaw(someAdvisory(`MAL-2026-9000${this.published++}`, { modified })));
    const outcome = await folder.ingestAdvisories(bucket, packs);
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    return { manifest: outcome.manifest, file: this.files().find((path) => !before.includes(path))! };
  }

  /** The same with the index file of that snapshot. */
  async nextFile(): Promise<string> {
    const { file } = await this.publish();
    await this.api.refresh();
    return file;
  }

  /** A payment header with an identifier of its own. */
  pay(wanted: string = target): string {
    return this.api.payment(operationId, wanted, { identifier: `pay_osv_snapshot_${this.paid++}` });
  }

  get(header: string, url = this.api.url, wanted: string = target): Promise<Response> {
    return fetch(url + wanted, { headers: { 'PAYMENT-SIGNATURE': header } });
  }

  private files(): string[] {
    const folder = join(this.api.dataDir, 'osv');
    const names = existsSync(folder) ? readdirSync(folder) : [];
    return names.filter((name) => name.endsWith('.db')).map((name) => join(folder, name));
  }
}
