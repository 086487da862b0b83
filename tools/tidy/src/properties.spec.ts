import { spawnSync } from 'node:child_process';
import { inRoot } from './workspace';

/** What a property sees after the file that every spec is set up with. */
function seedWith(env: Readonly<Record<string, string>>): string {
  const program = `require(${JSON.stringify(inRoot('jest.properties.js'))});
    process.stdout.write(String(require('fast-check').readConfigureGlobal().seed));`;
  const { PATH } = process.env;
  return spawnSync(process.execPath, ['-e', program], { cwd: inRoot('.'), env: { PATH, ...env }, encoding: 'utf8' })
    .stdout;
}

it('takes the same way through random cases in every run, or any when asked', () => {
  expect(seedWith({})).toBe('8402');
  expect(seedWith({ FC_SEED: '17' })).toBe('17');
  expect(seedWith({ FC_SEED: 'random' })).toBe('undefined');
});
