import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context';
import { json, table } from '../text';
import { listKeys } from './list-keys';

/** `keys`: what keys the data folder holds, and what is wrong with them. Prints no secret. */
export function keysCommand(program: Command, { env, write, columns, exit }: CommandContext): void {
  program
    .command('keys')
    .description('the keys in DATA_DIR/keys: ids, permissions, faults; never a secret')
    .option('--json', 'as JSON')
    .action((options: { json?: true }) => {
      const keys = listKeys(join(resolve(env['DATA_DIR']?.trim() || './data'), 'keys'));
      const rows = keys.map((key) => [key.file, key.kind, key.key_id ?? '', key.mode, key.problem ?? 'ok']);
      const text = options.json ? json({ keys }) : table(['file', 'what', 'id', 'mode', 'state'], rows, columns);
      write(`${keys.length === 0 && !options.json ? 'there are no keys yet: API and ingest make theirs' : text}\n`);
      exit(keys.some(({ problem }) => problem !== null) ? 1 : 0);
    });
}
