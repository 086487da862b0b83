import { tmpdir } from 'node:os';
import { stepsOf, traced } from './traced';

it('notes each command once, with its time, and neither assignments nor tokens', () => {
  const trace = [
    '+ 1700000000.000100 set -eu',
    '+ 1700000000.000200 KEY=0x5e5e',
    '+ 1700000001.500000 mkdir -p a',
    '++ 1700000001.600000 cat token',
    "+ 1700000002.000000 curl -H 'Authorization: Bearer abc' :1/",
    '+ 1700000003.000000 curl -fs :1/readyz',
    '+ 1700000004.000000 sleep 1',
    '+ 1700000005.000000 curl -fs :1/readyz',
  ].join('\n');

  expect(stepsOf(trace, 1_700_000_006_000)).toEqual([
    { beganMs: 1_700_000_001_500, command: 'mkdir -p a', seconds: 0.5 },
    { beganMs: 1_700_000_002_000, command: "curl -H 'Authorization: Bearer …' :1/", seconds: 1 },
    { beganMs: 1_700_000_003_000, command: 'curl -fs :1/readyz', seconds: 3 },
  ]);
});

it('runs a script, and reports how it ended', async () => {
  const { PATH = '' } = process.env;
  const ran = await traced(tmpdir(), 'SECRET=x\necho out\necho err >&2\nfalse', { PATH });

  expect(ran).toMatchObject({ code: 1, stdout: 'out\n', stderr: 'err\n' });
  expect(ran.steps.map(({ command }) => command)).toEqual(['echo out', 'echo err', 'false']);
});
