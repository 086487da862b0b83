import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './workspace';

describe('two launchers of one checkout', () => {
  const INSTALL_LOCK = inRoot('tools', 'launch', 'install-lock.js');
  const { withInstallLock } = createRequire(__filename)(INSTALL_LOCK) as {
    withInstallLock(root: string, work: () => Promise<void>, onWait?: () => void): Promise<void>;
  };
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 50));

  it('install one after the other, and the second says that it waits', async () => {
    const root = mkdtempSync(join(tmpdir(), 'stackcheck-lock-'));
    const events: string[] = [];
    const launcher = (name: string) =>
      withInstallLock(
        root,
        async () => {
          events.push(`${name} starts`);
          await pause();
          events.push(`${name} ends`);
        },
        () => events.push(`${name} waits`),
      );

    await Promise.all([launcher('first'), launcher('second')]);

    expect(events).toEqual(['first starts', 'second waits', 'first ends', 'second starts', 'second ends']);
    rmSync(root, { recursive: true });
  });

  it('do not wait for one that was killed', async () => {
    const root = mkdtempSync(join(tmpdir(), 'stackcheck-lock-'));
    const asRoot = { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'] };
    const holds = `require(${JSON.stringify(INSTALL_LOCK)}).withInstallLock(${JSON.stringify(root)}, () => {
      console.log('held');
      return new Promise((resolve) => setTimeout(resolve, 60_000));
    })`;
    const killed = spawn(process.execPath, ['-e', holds], asRoot);
    await once(killed.stdout, 'data');
    killed.kill('SIGKILL');
    await once(killed, 'close');
    const events: string[] = [];

    await withInstallLock(
      root,
      async () => void events.push('works'),
      () => events.push('waits'),
    );

    expect(events).toEqual(['works']);
    rmSync(root, { recursive: true });
  });
});
