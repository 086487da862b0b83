import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { bytesOf, headOf } from './folder/file-bytes';
import { CommandLine } from './testing/command-line';

let line: CommandLine;
let socket: Server | undefined;
beforeEach(() => {
  line = new CommandLine();
});
afterEach(async () => {
  await new Promise((resolve) => (socket === undefined ? resolve(undefined) : socket.close(resolve)));
  socket = undefined;
  line.remove();
});

/** A name of this kind in the folder of the test. */
async function make(kind: string, name: string): Promise<void> {
  const file = join(line.folder, name);
  if (kind === 'pipe') execFileSync('mkfifo', [file]);
  else if (kind === 'device') symlinkSync('/dev/zero', file);
  else if (kind === 'dangling link') symlinkSync('nowhere', file);
  else if (kind === 'folder') mkdirSync(file);
  else {
    socket = createServer();
    await new Promise<void>((resolve) => socket?.listen(file, resolve));
  }
}

const NO_FILE = 'is a pipe, a socket or a device, and no file; name a file, or send it to standard input and name -';

describe.each(['pipe', 'device', 'socket'])('a %s', (kind) => {
  test('that is named is refused with 3 and a sentence, and waited for by nothing', async () => {
    await make(kind, 'package-lock.json');

    const { code, stdout, stderr } = await line.run(['package-lock.json', '--source', 'demo']);

    expect([code, stdout, stderr]).toEqual([3, '', [`stackcheck: package-lock.json ${NO_FILE}`]]);
  });

  test('with the name of a kind in a folder is said, and all else is read', async () => {
    await make(kind, 'package-lock.json');
    line.write('Dockerfile', 'FROM node:18-alpine\n');

    const { stdout } = await line.run(['--source', 'demo']);

    expect(stdout).toMatch(/package-lock\.json is a (?:pipe, a )?socket or a device/);
    expect(stdout).toMatch(/Dockerfile:1/);
  });

  test.each([
    ['check', '--config', 'it'],
    ['check', '--vex', 'it'],
    ['verify', 'it'],
    ['data', 'import', 'it'],
    ['accept', 'nodejs', '--until', '2027-01-01', '--reason', 'because', '--config', 'it'],
  ])('is no file for %s %s', async (...args) => {
    await make(kind, 'it');

    const { code, stderr } = await line.run(args);

    expect([code, stderr.join('\n')]).toEqual([3, expect.stringMatching(/it is a (?:pipe, a )?socket or a device/)]);
  });
});

test('a link that leads nowhere is refused where it is named, and said where it is found', async () => {
  await make('dangling link', 'package-lock.json');

  expect(await line.run(['package-lock.json', '--source', 'demo'])).toMatchObject({
    code: 3,
    stderr: ['stackcheck: package-lock.json is not there; name a file or folder that is'],
  });
  const { code, stdout } = await line.run(['--source', 'demo']);
  expect([code, stdout]).toEqual([3, expect.stringMatching(/package-lock\.json is not there/)]);
});

test('a folder with the name of a file is looked into', async () => {
  await make('folder', 'package-lock.json');
  line.write('package-lock.json/Dockerfile', 'FROM node:18-alpine\n');

  const { stdout } = await line.run(['--source', 'demo']);

  expect(stdout).toMatch(/package-lock\.json\/Dockerfile:1/);
});

describe('the bytes of a file', () => {
  test('are those of the file that a link leads to, in one and in part', () => {
    const text = 'a'.repeat(100_000);
    line.write('file', text);
    symlinkSync('file', join(line.folder, 'link'));

    expect(Buffer.from(bytesOf(join(line.folder, 'link'))).toString()).toBe(text);
    expect(headOf(join(line.folder, 'link'), 70_000)).toHaveLength(70_000);
    expect(headOf(join(line.folder, 'link'), 200_000)).toHaveLength(100_000);
  });

  test('are one more than there may be where a link leads to a larger file', () => {
    line.write('file', 'a'.repeat(100));
    symlinkSync('file', join(line.folder, 'link'));

    expect(bytesOf(join(line.folder, 'link'), 99)).toEqual(new Uint8Array(100));
    expect(bytesOf(join(line.folder, 'link'), 100)).toHaveLength(100);
  });

  (process.platform === 'linux' ? test : test.skip)('are read to their end where the system makes them', () => {
    expect(Buffer.from(bytesOf('/proc/self/status')).toString()).toMatch(/^Pid:/m);
  });
});
