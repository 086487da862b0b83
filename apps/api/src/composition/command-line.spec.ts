import { readCommandLine, USAGE } from './command-line';

describe('the command line of the API', () => {
  it.each([
    [[], { kind: 'serve' }],
    [['--check-config'], { kind: 'check_config' }],
    [['--help'], { kind: 'help' }],
    [['-h'], { kind: 'help' }],
    [['--check-config', '--help'], { kind: 'help' }],
    [['--chek-config'], { kind: 'fault', text: `unknown argument --chek-config\n\n${USAGE}` }],
    [['--check-config', 'now'], { kind: 'fault', text: `unknown argument now\n\n${USAGE}` }],
    [['--port=1'], { kind: 'fault', text: `unknown argument --port=1\n\n${USAGE}` }],
  ])('%j', (args, asked) => {
    expect(readCommandLine(args)).toEqual(asked);
  });
});
