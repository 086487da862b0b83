import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './workspace';

type Need = { readonly action: 'install' | 'rebuild'; readonly reason: string } | undefined;
const { installNeed, stampInstall } = createRequire(__filename)(inRoot('tools', 'launch', 'install-state.js')) as {
  installNeed(root: string, abi?: string): Need;
  stampInstall(root: string, abi?: string): void;
};

const ONE = { 'node_modules/one': { version: '1.0.0' } };
const TWO = { ...ONE, 'node_modules/two': { version: '2.0.0' } };

describe('what has to be installed before a launch', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'stackcheck-install-'));
    mkdirSync(join(root, 'node_modules'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const write = (file: string, packages: object) => writeFileSync(join(root, file), JSON.stringify({ packages }));
  const locked = (packages: object) => write('package-lock.json', packages);
  const installed = (packages: object) => write(join('node_modules', '.package-lock.json'), packages);

  it.each<[string, object, object | undefined, Need]>([
    ['nothing when the tree is what the lockfile says', TWO, TWO, undefined],
    [
      'everything when the tree is missing or was left half installed',
      ONE,
      undefined,
      need('nothing is installed yet'),
    ],
    ['everything when a package is missing', TWO, ONE, need('node_modules/two is not what package-lock.json says')],
    [
      'everything when a version differs',
      ONE,
      { 'node_modules/one': { version: '1.0.1' } },
      need('node_modules/one is not what package-lock.json says'),
    ],
    [
      'nothing for an optional package of another platform',
      { ...ONE, 'node_modules/else': { version: '1.0.0', optional: true } },
      ONE,
      undefined,
    ],
    [
      'nothing for the workspace projects themselves',
      { '': {}, 'libs/x': { version: '0.5.0' }, ...ONE },
      ONE,
      undefined,
    ],
  ])('%s', (_name, lock, tree, expected) => {
    locked(lock);
    if (tree) installed(tree);

    expect(installNeed(root)).toEqual(expected);
  });

  it('native modules when they were compiled for another Node', () => {
    locked(ONE);
    installed(ONE);
    stampInstall(root, '115');

    expect(installNeed(root, '115')).toBeUndefined();
    expect(installNeed(root, '137')).toEqual(expect.objectContaining({ action: 'rebuild' }));
  });
});

describe('two launchers of one checkout', () => {
  const { withInstallLock } = createRequire(__filename)(inRoot('tools', 'launch', 'install-lock.js')) as {
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
});

describe('the Node that runs it', () => {
  const { isSupported } = createRequire(__filename)(inRoot('tools', 'launch', 'node-version.js')) as {
    isSupported(version: string): boolean;
  };

  it.each([
    ['18.20.4', false],
    ['20.18.3', false],
    ['20.19.0', true],
    ['22.13.0', true],
    ['24.0.0', true],
    ['8.0.0', false],
    ['100.0.0', true],
  ])('%s is supported: %s', (version, supported) => {
    expect(isSupported(version)).toBe(supported);
  });
});

function need(reason: string): Need {
  return { action: 'install', reason };
}
