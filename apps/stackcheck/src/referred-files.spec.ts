import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { FileInventory } from '@stackcheck/inventory';
import { findFiles, referredFile } from './folder/find-files';
import { Roots } from './folder/roots';
import { CommandLine } from './testing/command-line';

let line: CommandLine;
beforeEach(() => {
  line = new CommandLine();
});
afterEach(() => line.remove());

async function read(...args: readonly string[]) {
  const { code, stdout, stderr } = await line.run(['inventory', '--format', 'json', ...args]);
  const { files } = JSON.parse(stdout) as { readonly files: readonly FileInventory[] };
  const entries = files.flatMap(({ path, packages, images, problems }) => [
    ...packages.map(({ purl, line: at }) => `${path}:${at} ${purl}`),
    ...images.map(({ ref, line: at }) => `${path}:${at} ${ref}`),
    ...problems.map(({ message, line: at }) => `${path}:${at} ${message}`),
  ]);
  return { code, entries, stderr };
}

test('requirements that another file names are read at their place, each file once, with those that they name', async () => {
  line
    .write('requirements.txt', '-r deps/base.in.txt\n-c limits.txt\nflask\n')
    .write('limits.txt', 'flask==2.0.1\nunused==1.0\n')
    .write('deps/base.in.txt', '-r ../requirements.txt\n-r more\ndjango==3.2\n')
    .write('deps/more', '-c ../limits.txt\nFlask\n');

  expect(await read()).toMatchObject({
    code: 0,
    entries: [
      'requirements.txt:3 pkg:pypi/flask@2.0.1',
      'deps/base.in.txt:3 pkg:pypi/django@3.2',
      'deps/more:2 pkg:pypi/flask@2.0.1',
    ],
  });
});

test('requirements that are not there are a problem, and left out where a pattern says so', async () => {
  line.write('requirements.txt', 'flask==2.0.1\n-r nowhere.txt\n-r there.in\n').write('there.in', 'django==3.2\n');

  expect(await read('requirements.txt', '--exclude', 'there.in')).toMatchObject({
    code: 3,
    entries: ['requirements.txt:1 pkg:pypi/flask@2.0.1', 'requirements.txt:2 names "nowhere.txt", which is not there'],
  });
});

test('Dockerfiles of any name are read where a Compose file builds them, those that are not there are not', async () => {
  line
    .write(
      'compose.yaml',
      'include: [infra/db.yaml]\nservices:\n  a: { build: { context: web, dockerfile: ../build/app.df } }\n  b: { build: ./gone }\n',
    )
    .write('build/app.df', 'FROM node:18-alpine\n')
    .write('infra/db.yaml', 'services:\n  db: { image: "postgres:12" }\n');

  expect(await read('compose.yaml')).toMatchObject({
    code: 0,
    entries: ['build/app.df:1 node:18-alpine', 'infra/db.yaml:2 postgres:12'],
  });
});

test('a file that leads back to itself, or to a device, ends', async () => {
  line.write('requirements.txt', '-r requirements.txt\n-r zero\n-c zero\nflask\n');
  symlinkSync('/dev/zero', join(line.folder, 'zero'));

  expect(await read('requirements.txt')).toMatchObject({
    code: 3,
    entries: ['zero:undefined is a pipe, a socket or a device, and no file; name a file'],
  });
});

test('what lies outside of what may be read is not read, whichever file names it', () => {
  line.write('in/requirements.txt', 'flask\n').write('in/base.txt', '').write('secret.txt', 'flask==1.0\n');
  symlinkSync('../secret.txt', join(line.folder, 'in', 'link.txt'));
  const roots = new Roots(['in'], line.folder);
  const search = { cwd: line.folder, exclude: [], within: (file: string) => roots.within(file) };
  const [found] = [...findFiles(['in/requirements.txt'], search)];

  for (const path of ['../secret.txt', 'link.txt', join(line.folder, 'secret.txt'), 'none.txt', 'a\0b']) {
    const named = referredFile(path, 'in/requirements.txt', search);
    expect(named).toEqual({ path: expect.any(String), why: 'is not there, or not below what may be read' });
    expect(found?.read().near?.(path)).toBeUndefined();
  }
  expect(referredFile('base.txt', 'in/requirements.txt', search)).toMatchObject({
    path: 'in/base.txt',
    read: expect.any(Function),
  });
  expect(found?.read().near?.('base.txt')).toHaveLength(0);
});
