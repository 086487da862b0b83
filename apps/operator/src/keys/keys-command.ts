import { join, resolve } from 'node:path';
import { systemClock } from '@stackcheck/contract';
import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import type { CommandContext } from '../command-context';
import { json, table } from '../text';
import { KEY_ROLES, revoke, rotate, type KeyChange, type KeyOutcome, type KeyRole } from './change-keys';
import { listKeys } from './list-keys';
import { publishedKeys } from './published-keys';

interface ChangeOptions {
  readonly dryRun?: true;
  readonly json?: true;
}

/** `keys`: what keys the data folder holds and what is wrong with them; `rotate` and `revoke` change them. Prints no secret. */
export function keysCommand(program: Command, context: CommandContext): void {
  const keys = program
    .command('keys')
    .description('the keys in DATA_DIR/keys: ids, permissions, faults; rotate and revoke them; never a secret')
    .option('--json', 'as JSON')
    .action((options: { json?: true }) => list(options, context));
  keys
    .command('list')
    .description('what is there, and what is published')
    .option('--json', 'as JSON')
    .action((_own: object, command: Command) => list(command.optsWithGlobals(), context));
  const role = () => new Argument('<key>', 'which one').choices(KEY_ROLES);
  keys
    .command('rotate')
    .description('make a successor that is published now and signs after the overlap; no restart is needed')
    .addArgument(role())
    .addOption(
      new Option('--overlap <time>', 'how long until it signs (dataset, receipt): 30m, 24h, 7d, or 0')
        .argParser(toDuration)
        .default(DAY_MS, '24h'),
    )
    .option('--dry-run', 'only say what would be done')
    .option('--json', 'as JSON')
    .action((which: KeyRole, _own: object, command: Command) => {
      const options = command.optsWithGlobals<ChangeOptions & { readonly overlap: number }>();
      return tell(rotate(changeOf(which, options, context), options.overlap), options, context);
    });
  keys
    .command('revoke')
    .description('a stolen key: nothing that it signed or sealed counts any more; it is replaced at once')
    .addArgument(role())
    .argument('[id]', 'of a dataset or receipt key; the one in use unless said')
    .requiredOption('--reason <text>', 'published with it')
    .option('--dry-run', 'only say what would be done')
    .option('--json', 'as JSON')
    .action((which: KeyRole, id: string | undefined, _own: object, command: Command) => {
      const options = command.optsWithGlobals<ChangeOptions & { readonly reason: string }>();
      return tell(revoke(changeOf(which, options, context), id, options.reason), options, context);
    });
}

function list(options: { readonly json?: true }, { env, write, columns, exit }: CommandContext): void {
  const folder = join(dataDirOf(env), 'keys');
  const keys = listKeys(folder);
  const published = publishedKeys(folder, systemClock.now());
  exit(keys.some(({ problem }) => problem !== null) ? 1 : 0);
  if (options.json) return write(`${json({ keys, published })}\n`);
  if (keys.length === 0) return write('there are no keys yet: API and ingest make theirs\n');
  const rows = keys.map((key) => [key.file, key.kind, key.key_id ?? '', key.mode, key.problem ?? 'ok']);
  write(`${table(['file', 'what', 'id', 'mode', 'state'], rows, columns)}\n`);
  if (published.length === 0) return;
  const states = published.map(({ key_id, of, state, from, end, reason }) => [
    key_id,
    of,
    reason === null ? state : `${state}: ${reason}`,
    from ?? '',
    end ?? '',
  ]);
  write(`${table(['published', 'of', 'state', 'from', 'end'], states, columns)}\n`);
}

function changeOf(role: KeyRole, { dryRun }: ChangeOptions, { env }: CommandContext): KeyChange {
  return { role, env, dataDir: dataDirOf(env), nowMs: systemClock.now(), isDryRun: dryRun === true };
}

async function tell(
  done: Promise<KeyOutcome>,
  { json: asJson }: ChangeOptions,
  context: CommandContext,
): Promise<void> {
  const { text, value, ok } = await done;
  if (asJson) context.write(`${json(value)}\n`);
  else if (ok) context.write(`${text}\n`);
  else context.complain(text);
  context.exit(ok ? 0 : 1);
}

function dataDirOf(env: CommandContext['env']): string {
  return resolve(env['DATA_DIR']?.trim() || './data');
}

const DAY_MS = 86_400_000;
const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: DAY_MS };

function toDuration(text: string): number {
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  if (text !== '0' && count === undefined) throw new InvalidArgumentError('It must be 24h, 30m, 7d or 0.');
  const ms = Number(count ?? 0) * (UNIT_MS[unit ?? ''] ?? 0);
  if (ms > 90 * DAY_MS) throw new InvalidArgumentError('It must be at most 90d.');
  return ms;
}
