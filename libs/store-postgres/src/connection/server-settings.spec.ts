import { ServerRefusedError, settingFaults, type ServerSettings } from './server-settings';

const SOUND: ServerSettings = {
  version: 150_018,
  recovery: false,
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  synchronous_standby_names: 'FIRST 1 (b)',
  tls: true,
};
const RULES = { standby: 'required', isLoopback: false } as const;

describe('the settings of a server', () => {
  it.each<[string, Partial<ServerSettings>, string | null]>([
    ['all sound', {}, null],
    ['a commit that standbys have replayed', { synchronous_commit: 'remote_apply' }, null],
    ['an old version', { version: 140_009 }, 'its version is 14'],
    ['no syncs', { fsync: 'off' }, 'fsync'],
    ['torn pages', { full_page_writes: 'off' }, 'full_page_writes'],
    ['a standby that has not synced', { synchronous_commit: 'remote_write' }, 'synchronous_commit is remote_write'],
    ['a commit on one machine', { synchronous_commit: 'local' }, 'synchronous_commit is local'],
    ['no standby', { synchronous_standby_names: '' }, 'LEDGER_STANDBY=none'],
    ['no encryption', { tls: false }, 'sslmode=verify-full'],
  ])('with %s', (_what, change, said) => {
    expect(settingFaults({ ...SOUND, ...change }, RULES)).toEqual(said === null ? [] : [expect.stringContaining(said)]);
  });

  it('need neither standby where one machine is meant, nor encryption inside of it', () => {
    const settings = { ...SOUND, synchronous_standby_names: '', tls: false };

    expect(settingFaults(settings, { standby: 'none', isLoopback: true })).toEqual([]);
  });

  it('have every fault at once, in words', () => {
    const settings = {
      ...SOUND,
      version: 149_999,
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'local',
      synchronous_standby_names: '',
      tls: false,
    };

    expect(settingFaults(settings, RULES)).toEqual([
      'its version is 14, and 15 is the oldest that is supported',
      'fsync is off, so a power cut loses payments that were charged',
      'full_page_writes is off, so a power cut may damage pages beyond repair',
      'synchronous_commit is local, so a commit is acknowledged before it is safe; it must be on or remote_apply',
      'synchronous_standby_names is empty, so a failover loses payments that were charged; ' +
        'name a standby, or set LEDGER_STANDBY=none where one machine is meant',
      'the connection is not encrypted and leaves this machine; add sslmode=verify-full to LEDGER_URL',
    ]);
  });

  it.each<[Partial<ServerSettings>, Parameters<typeof settingFaults>[1], number]>([
    [{ version: 150_000 }, RULES, 0],
    [{ tls: true }, { ...RULES, isLoopback: true }, 0],
    [{ tls: false }, { ...RULES, isLoopback: true }, 0],
    [{ synchronous_standby_names: '*' }, { ...RULES, standby: 'none' }, 0],
    [{ synchronous_standby_names: '' }, { standby: 'required', isLoopback: true }, 1],
    [{ synchronous_commit: 'off' }, { standby: 'none', isLoopback: true }, 1],
  ])('with %j by the rules %j have %i faults', (change, rules, faults) => {
    expect(settingFaults({ ...SOUND, ...change }, rules)).toHaveLength(faults);
  });

  it('are refused with every reason', () => {
    expect(new ServerRefusedError(['one', 'two'])).toMatchObject({
      name: 'ServerRefusedError',
      message: 'the PostgreSQL of LEDGER_URL is refused: one; two',
      reasons: ['one', 'two'],
    });
  });
});
