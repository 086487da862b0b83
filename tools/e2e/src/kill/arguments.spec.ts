import { readArguments } from './arguments';

const read = (line: string) => readArguments(line.split(' ').filter((word) => word !== ''));

describe('the command line of kills', () => {
  it('asks for servers over files, or for nodes over one PostgreSQL', () => {
    expect([
      read(''),
      read('--io 5 --lanes 1 --seed 7'),
      read('--nodes 3 --freeze-seconds 4 --cuts 0'),
      read('--failover 20'),
    ]).toEqual([
      {
        kind: 'servers',
        by: 'kill',
        kills: 100,
        seed: 1,
        lanes: 2,
        workers: 1,
        mode: 'facilitator',
        impatient: false,
        reorganiseMs: 10_000,
        confirmations: 1,
      },
      {
        kind: 'servers',
        by: 'io',
        kills: 5,
        seed: 7,
        lanes: 1,
        workers: 1,
        mode: 'facilitator',
        impatient: false,
        reorganiseMs: 10_000,
        confirmations: 1,
      },
      { kind: 'nodes', nodes: 3, kills: 100, freezes: 10, freezeMs: 4_000, databaseKills: 20, cuts: 0, seed: 1 },
      { kind: 'failovers', nodes: 3, failovers: 20, seed: 1 },
    ]);
  });

  it.each([
    ['--kills', /argument missing/],
    ['--kills x', /^--kills must be a whole number$/],
    ['--kills -1', /'--kills' argument is ambiguous/],
    ['--mode other', /^--mode must be facilitator or self$/],
    ['--reorganise-seconds 2', /^--reorganise-seconds goes with --mode self$/],
    ['--mode self --confirmations 5', /^--confirmations must be 1 to 4$/],
    ['--mode self --reorganise-seconds 0', /^--reorganise-seconds must be 1 or more$/],
    ['--workers 0', /^--workers must be 1 to 9$/],
    ['--workers 2 --io 4', /^--io does not go with --workers$/],
    ['--nodes 0', /^--nodes must be 1 to 9$/],
    ['--nodes 3 --io 4', /^--io does not go with --nodes$/],
    ['--failover 2 --kills 4', /^--kills does not go with --failover$/],
    ['--freezes 4', /^--freezes goes with --nodes$/],
    ['--sizes 4', /Unknown option '--sizes'/],
    ['extra', /Unexpected argument 'extra'/],
  ])('refuses %s', (line, text) => {
    expect(read(line)).toEqual({ kind: 'fault', text: expect.stringMatching(text) });
  });
});
