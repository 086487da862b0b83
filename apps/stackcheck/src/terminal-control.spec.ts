import { CommandLine } from './testing/command-line';
import { processStreams } from './terminal/process-streams';

const RED = '\u001b[31m';

let line: CommandLine;
beforeEach(() => {
  line = new CommandLine();
});
afterEach(() => line.remove());

test('names in files, and those of files, command no terminal and pass for no other line', async () => {
  const name = `${RED}\nrequirements.txt`;
  line.write(name, `-r ${RED}gone.txt\n-r ${'x'.repeat(3_000)}\n`);

  const { stdout } = await line.run(['inventory', name]);

  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toBe('\ufffd[31m\ufffdrequirements.txt  (requirements)');
  expect(lines.filter((each) => each.includes('problem'))).toEqual([
    '  problem  names "\ufffd[31mgone.txt", which is not there  :1',
    `  problem  names "${'x'.repeat(200)}", which is not there  :2`,
  ]);
  expect(stdout).not.toContain('\u001b');
});

test('nor in JSON, which says the same, nor in notices of a check', async () => {
  const name = `\u009b\u202e\n::stop::/package-lock.json`;
  line.write(name, '{');

  const read = await line.run(['inventory', '--format', 'json']);
  const checked = await line.run(['check', '--format', 'json', '--source', 'demo']);

  expect(JSON.parse(read.stdout)).toMatchObject({ files: [{ path: name }] });
  expect(read.stdout).not.toMatch(/[\u009b\u202e]/);
  expect(checked.stderr.join('\n')).toContain('\ufffd\ufffd\ufffd::stop::/package-lock.json');
  expect(checked.stderr.join('\n')).not.toContain('\n::stop');
});

test('notices keep their own line ends alone', () => {
  const written: string[] = [];
  const write = jest.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);

  processStreams().note(`${RED}one\r\u202e\ntwo`);
  write.mockRestore();

  expect(written.join('')).toBe('\ufffd[31mone\ufffd\ufffd\ntwo\n');
});
