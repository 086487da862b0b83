import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, startApi } from '@stackcheck/api';
import { systemClock } from '@stackcheck/contract';
import { generateKeyPem } from '@stackcheck/signing';
import { LedgerDatabase, postgresPrograms, sharedLedger } from '@stackcheck/store-postgres/testing';
import { runOperator } from '../operator';
import { whileStopped } from './restore';

const hasClient = ['pg_dump', 'pg_restore', 'psql'].every((name) => spawnSync(name, ['--version']).status === 0);

(postgresPrograms() === undefined || !hasClient ? describe.skip : describe)(
  'a data folder whose APIs settle elsewhere, over LEDGER_URL (skipped without the programs of PostgreSQL)',
  () => {
    let database: LedgerDatabase;
    let folder: string;
    const at = (name: string): string => join(folder, name);
    beforeAll(async () => {
      database = await LedgerDatabase.start();
      folder = mkdtempSync(join(tmpdir(), 'folder-in-use-'));
      mkdirSync(at('data/sold'), { recursive: true, mode: 0o700 });
      writeFileSync(at('data/sold/eol-1.json.gz'), randomBytes(1_000));
      writeFileSync(at('key'), randomBytes(32).toString('hex'), { mode: 0o600 });
    });
    afterAll(async () => {
      rmSync(folder, { recursive: true, force: true });
      await database.stop();
    });

    async function run(ledger: string, command: string) {
      let err = '';
      const code = await runOperator([command, at('b'), '--key-file', at('key')], {
        env: { DATA_DIR: at('data'), PATH: process.env['PATH'], LEDGER_URL: database.server.url(ledger) },
        write: () => undefined,
        complain: (line) => (err += `${line}\n`),
      });
      return { code, err };
    }

    it('is not restored while one of them runs: nothing is written; and none begins meanwhile', async () => {
      const shared = sharedLedger(database.server.url('postgres'), generateKeyPem());
      const own = { DATA_DIR: at('data'), PORT: '0', PAYMENTS_MODE: 'sandbox', LOG_LEVEL: 'silent' };
      const config = readConfig({ ...shared, ...own });
      const start = () => startApi(config, { scriptsFolder: at('none') });
      const [first, second] = [await start(), await start()];
      await database.server.run('CREATE DATABASE another');
      expect(await run('postgres', 'backup')).toEqual({ code: 0, err: '' });

      const both = await run('another', 'restore');
      await first.close();
      const one = await run('another', 'restore');
      await second.close();

      for (const refused of [both, one])
        expect(refused).toEqual({ code: 1, err: expect.stringMatching(/^an API runs on this data folder/) });
      expect(existsSync(at('data/sold/eol-1.json.gz'))).toBe(true);
      expect(await database.server.run(`SELECT to_regclass('payment') AS there`, 'another')).toEqual([{ there: null }]);
      await whileStopped(at('data/sold'), at('data'), systemClock, () =>
        expect(start()).rejects.toThrow(/a restore is putting another ".*keys" in place/),
      );
      expect(await run('another', 'restore')).toEqual({ code: 0, err: '' });
    });
  },
);
