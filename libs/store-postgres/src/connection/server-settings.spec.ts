import { settingFaults, type ServerSettings } from './server-settings';

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
});
