import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { anvilAvailable } from '../chain/anvil';
import { ROOT } from '../service/repository';
import { Scratch } from '../service/scratch';
import { traced, type Step } from './traced';
import { FIRST_HOUR_MODES, walkFirstHour } from './walk';

/** `npm run first-hour`: walks docs/first-hour.md, from a clone, in both modes, and prints its commands with their times as Markdown. */
async function main(isCloned: boolean): Promise<void> {
  if (!anvilAvailable()) throw new Error('needs a local chain: @foundry-rs/anvil-linux-amd64');
  const scratch = new Scratch();
  try {
    const root = isCloned ? await cloned(scratch) : ROOT;
    for (const mode of FIRST_HOUR_MODES) {
      const { code, stdout, stderr, steps, transfers, payTo } = await walkFirstHour(root, mode, scratch);
      if (code !== 0) throw new Error(`${mode}: a command ended with ${code}\n${stdout}${stderr}`);
      print(
        `\n${mode}: ${transfers.length} sale on the chain, ${transfers[0]?.value} atomic USDC to ${payTo}\n`,
        steps,
      );
    }
  } finally {
    await scratch.clear();
  }
}

async function cloned(scratch: Scratch): Promise<string> {
  const folder = join(scratch.folder(), 'stackcheck');
  const { PATH = '', HOME = '' } = process.env;
  const script = `git clone --quiet ${ROOT} ${folder}\ncd ${folder}\nnpm ci\nnpm run build`;
  const { code, stdout, stderr, steps } = await traced(ROOT, `set -eu\n${script}`, { PATH, HOME });
  if (code !== 0) throw new Error(`${stdout}${stderr}`);
  const commit = execFileSync('git', ['-C', folder, 'rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const shown = steps.filter(({ command }) => !command.startsWith('cd '));
  print(
    `build of ${commit}\n`,
    shown.map((step) => ({ ...step, command: step.command.replaceAll(ROOT, '…').replaceAll(folder, 'stackcheck') })),
  );
  return folder;
}

/** Below that a command made a folder or wrote a line. */
const SHOWN_SECONDS = 0.1;

function print(title: string, steps: readonly Step[]): void {
  const rows = steps
    .filter(({ seconds }) => seconds >= SHOWN_SECONDS)
    .map(({ beganMs, command, seconds }) => {
      const began = new Date(beganMs).toISOString().slice(11, 19);
      return `| ${began} | \`${command.replaceAll('|', '\\|')}\` | ${seconds.toFixed(1)} s |`;
    });
  process.stdout.write(`${[title, '| Began | Command | Took |', '| --- | --- | --- |', ...rows].join('\n')}\n`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

main(!process.argv.includes('--no-clone')).catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
});
