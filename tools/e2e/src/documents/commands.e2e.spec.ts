import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appsAreBuilt } from '../processes/built-app';
import { ROOT } from '../service/repository';
import { Scratch } from '../service/scratch';
import { placeOf } from './code-blocks';
import { setCommandStage, type CommandStage } from './command-stage';
import { allCodeBlocks } from './pages';
import { RUN_BY } from './run-by';
import { shellCommands } from './shell-lines';

/** Serve until they are stopped. */
const SERVING = /^npm (start|run api|run ingest)$/;

/** What runs all tests cannot be run by one of them: this file runs it. */
const RUNS_THE_TESTS = { command: 'npm test', file: '.ci/run' };

/** Those of a newcomer in the README, or of every page. */
const isAsked = ({ page, text }: { readonly page: string; readonly text: string }): boolean =>
  process.env['CAMPAIGN'] === 'full' || (page === 'README.md' && !text.startsWith(OPERATORS_BEGIN));
const OPERATORS_BEGIN = 'npm run build\n';

/** Each command once, with the first place that prints it. */
const commands = allCodeBlocks()
  .filter(isAsked)
  .filter(({ language, words }) => language === 'sh' && words.length === 0)
  .filter(({ page, text }) => !RUN_BY.some((one) => one.page === page && text.startsWith(one.begins)))
  .flatMap((block) => shellCommands(block.text).map((command) => [command, placeOf(block)] as const))
  .filter(([command], at, all) => all.findIndex(([other]) => other === command) === at);

(appsAreBuilt() ? describe : describe.skip)('the commands of all pages (need `npm run build`)', () => {
  const scratch = new Scratch();
  let stage: CommandStage;
  beforeAll(async () => {
    stage = await setCommandStage(scratch);
  }, 240_000);
  afterAll(() => scratch.clear());

  it.each(commands)(
    '%s (%s)',
    async (command) => {
      if (command === RUNS_THE_TESTS.command) {
        expect(readFileSync(join(ROOT, RUNS_THE_TESTS.file), 'utf8')).toMatch(/^(?:[^#\n]*\s)?npm test\b/m);
        return;
      }
      if (SERVING.test(command)) return stage.serve(command);

      const { code, stdout, stderr } = await stage.run(command);

      expect({ code, said: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, said: '' });
    },
    240_000,
  );
});
