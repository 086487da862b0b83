import fs from 'node:fs';
import { driverFault, driverHeadersVersion } from './driver';

const { existsSync, readFileSync } = fs;

afterEach(() => jest.restoreAllMocks());

/** The build file of the installed driver; null where there is none, as with a published binary. */
function build(text: string | null): void {
  const isBuildFile = (path: unknown): boolean => /better-sqlite3.build.config\.gypi$/.test(String(path));
  jest.spyOn(fs, 'existsSync').mockImplementation((path) => (isBuildFile(path) ? text !== null : existsSync(path)));
  jest
    .spyOn(fs, 'readFileSync')
    .mockImplementation(((...args: Parameters<typeof readFileSync>) =>
      isBuildFile(args[0]) ? text : readFileSync(...args)) as typeof readFileSync);
}

describe('the headers of the driver', () => {
  it.each([
    ['none, which was published', null, null],
    ['a folder of node-gyp', '{"variables": {"nodedir": "/opt/cache/node-gyp/24.19.0"}}', '24.19.0'],
    ['one of Windows', String.raw`{"nodedir":"C:\\Users\\me\\node-gyp\\Cache\\24.20.1"}`, '24.20.1'],
    ['one with more in its name', '{"a": 1, "nodedir":"/opt/node-v22.11.0-linux-x64", "b": 2}', '22.11.0'],
    ['one whose parent has a version, too', '{"nodedir": "/opt/1.2.3/node-24.18.0"}', '24.18.0'],
    ['one of which only the parent has a version', '{"nodedir": "/opt/24.19.0/node"}', 'the running one'],
    ['a folder without a version', '{"nodedir": "/usr/include"}', 'the running one'],
    ['a version of something else', '{"nodedir": "/usr", "python": "/opt/3.12.1"}', 'the running one'],
  ])('are read from the build file: %s', (what, text, expected) => {
    build(text);
    const running = `24.99.${what.length}`;

    expect(driverHeadersVersion(running)).toBe(expected === 'the running one' ? running : expected);
    expect(driverHeadersVersion('20.0.0')).toBe(expected === 'the running one' ? '20.0.0' : expected);
    expect(driverHeadersVersion(running)).toBe(expected === 'the running one' ? running : expected);
    driverHeadersVersion('0.0.0');
  });
});

describe('a driver', () => {
  it.each([
    ['v24.21.0', 'v24.19.0', true],
    ['24', '24', false],
    ['24.21.0', '24', false],
    ['23.21.0', '23.21.0', false],
    ['25.19.0', '25.19.0', false],
    ['24.21.0', '26.21.0', false],
    ['22.21.0', '24.21.0', false],
  ])('on Node %s compiled against %s is refused: %j', (node, headers, refused) => {
    expect(driverFault(node, headers) !== undefined).toBe(refused);
  });

  it('that is refused is explained with what would do', () => {
    expect(driverFault('24.21.0', '24.19.0')).toBe(
      'The SQLite driver was compiled against Node 24.19.0, a combination that aborts while running ' +
        '(nodejs/node#65446). Use Node 20, 22, 26 or 24 up to 24.18, or install where the published binary can be ' +
        'fetched.',
    );
  });
});
