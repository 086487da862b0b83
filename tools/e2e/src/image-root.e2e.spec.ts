import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { appsAreBuilt, freePort } from './processes/built-app';
import { ROOT } from './service/repository';
import { Scratch } from './service/scratch';

jest.setTimeout(300_000);

/** Half a minute, and root's right to a mount namespace. */
const isFull = process.env['CAMPAIGN'] === 'full';
const mayMount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0;

interface Image {
  /** What the build stage runs, and what the image runs before its user is set. */
  readonly runs: readonly string[];
  /** Where in the image the laid out folder stands. */
  readonly at: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly command: readonly string[];
  readonly health: readonly string[];
}

/** What deploy/Dockerfile says, as far as this plays it. */
function readImage(text: string): Image {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n');
  const all = (name: string): string[] =>
    lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
  const [, from = '', at = ''] = /^COPY --from=build (\S+) (\S+)$/m.exec(text) ?? [];
  expect(from).toBe('/out/');
  return {
    runs: all('RUN'),
    at,
    env: Object.fromEntries(
      all('ENV').flatMap((line) => line.split(' ').map((one) => one.split('=') as [string, string])),
    ),
    user: all('USER')[0]!,
    command: JSON.parse(all('CMD')[0]!) as string[],
    health: JSON.parse(all('HEALTHCHECK')[0]!.replace(/^.*CMD /, '')) as string[],
  };
}

/** Folders of this machine that stand for those of the base image, read only. */
const BASE = ['bin', 'etc', 'lib', 'lib64', 'sbin', 'usr'];

(isFull && mayMount && appsAreBuilt() ? describe : describe.skip)(
  'the steps of deploy/Dockerfile (needs CAMPAIGN=full, root and `npm run build`)',
  () => {
    const scratch = new Scratch();
    afterAll(() => scratch.clear());

    it('make a root in which the service runs without root, writes nothing but its data, is healthy and ends in order', async () => {
      const image = readImage(readFileSync(join(ROOT, 'deploy', 'Dockerfile'), 'utf8'));
      const [build, install] = image.runs as [string, string];
      const [out, root, port] = [join(scratch.folder(), 'out'), scratch.folder(), await freePort()];
      expect(build).toBe('npm run release -- --folder /out');
      execFileSync(process.execPath, [join(ROOT, 'tools', 'launch', 'release.js'), '--folder', out], { stdio: 'pipe' });

      const env = {
        ...image.env,
        HOST: '127.0.0.1',
        PORT: String(port),
        PAYMENTS_MODE: 'sandbox',
        PATH: process.env['PATH']!,
      };
      const node = join(process.execPath, '..');
      const quoted = (words: readonly string[]): string =>
        words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
      const within = (words: readonly string[]): string =>
        `chroot --userspec=${image.user} ${root} /usr/bin/env -C ${image.at} ${quoted(words)}`;
      writeFileSync(
        join(root, 'run.sh'),
        [
          'set -eu',
          `mount --bind ${root} ${root} && cd ${root}`,
          `chmod 0755 . && mkdir -p .${image.at} ./tmp ./proc ./dev .${node}`,
          ...BASE.map((name) => `mkdir -p ./${name}; mount --rbind -o ro /${name} ./${name} || rmdir ./${name}`),
          `mkdir -p ./var/lib; chroot . ${install}`,
          `cp -a ${out}/. .${image.at}`,
          'mount -t tmpfs -o mode=1777 tmpfs ./tmp && mount -t proc proc ./proc && mount --rbind /dev ./dev',
          // The data folder is a volume; everything else is read only, for root, too.
          'mkdir -p /run/image-data && mount -t tmpfs tmpfs /run/image-data && cp -a ./var/lib/stackcheck/. /run/image-data',
          `chown --reference=./var/lib/stackcheck /run/image-data && chmod --reference=./var/lib/stackcheck /run/image-data`,
          'mount --bind /run/image-data ./var/lib/stackcheck',
          'mount -o remount,bind,ro .',
          within(['node', 'tools/launch/ingest.js', '--starter']),
          `${within(image.command)} & service=$!`,
          `until ${within(image.health)}; do kill -0 $service; sleep 1; done`,
          `echo "healthy as $(stat -c %u ./proc/$service), root: $(chroot . touch ${image.at}x 2>&1)"`,
          'read -r _end',
          'kill -TERM $service; wait $service',
          'echo ended in order; ls ./var/lib/stackcheck',
        ].join('\n'),
      );
      const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', join(root, 'run.sh')], {
        env,
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
      while (!/healthy as .*\n/.test(said) && child.exitCode === null) await sleep(100);
      const offer = await fetch(`http://127.0.0.1:${port}/v1/eol/nodejs`).catch(() => undefined);
      child.stdin.end('end\n');

      expect({ code: await ended, said }).toEqual({ code: 0, said: expect.stringContaining('ended in order') });
      expect(said).toMatch(/healthy as 10001, root: touch: .*Read-only file system/);
      expect(offer?.status).toBe(402);
      expect(said).toMatch(/payments\.db\n/);
    });
  },
);
