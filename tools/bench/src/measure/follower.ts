import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { familyCpuMs } from './family-time';
import { ROOT } from './ingest-program';
import { endsWithUs } from './own-children';
import { ingestFeed } from './paid-servers';
import { withScratchFolder } from './scratch-folder';

/** It has taken up what there is when it did nothing for so long; looks are further apart. */
const QUIET_MS = 3_000;
const TAKEN_UP_WITHIN_MS = 120_000;

/**
 * Publishes the snapshots of a data folder into another folder, and runs `work` while a follower has taken them up and looks for news.
 * @param work gets the id of the follower's process, which ends afterwards
 * @throws Error when the follower ends by itself
 */
export function withFollower<T>(dataDir: string, work: (pid: number) => Promise<T>): Promise<T> {
  return withScratchFolder('follower', async (folder) => {
    const published = join(folder, 'published');
    await ingestFeed(dataDir, { PUBLISH_TO: published });
    const env = {
      PATH: process.env['PATH'],
      DATA_DIR: join(folder, 'followed'),
      SNAPSHOT_SOURCE: published,
      SNAPSHOT_KEYS_FILE: join(dataDir, 'keys', 'dataset-jwks.json'),
      LOG_LEVEL: 'error',
    };
    const program = join(ROOT, 'apps', 'ingest', 'dist', 'bundle', 'main.js');
    const follower = endsWithUs(spawn(process.execPath, [program], { env, stdio: 'ignore' }));
    const ended = new Promise((resolve) => follower.once('exit', resolve));
    try {
      for (let last = -1, giveUpAt = performance.now() + TAKEN_UP_WITHIN_MS; ;) {
        await sleep(QUIET_MS);
        if (follower.exitCode !== null || performance.now() > giveUpAt) throw new Error('no follower that waits');
        const now = familyCpuMs(follower.pid!);
        if (now === last) break;
        last = now;
      }
      return await work(follower.pid!);
    } finally {
      follower.kill('SIGKILL');
      await ended;
    }
  });
}
