import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEcosystem } from '../ecosystem/ecosystem-name';
import { orderOf } from './order-of';
import { compareVersions } from './version-order';

const chains = readFileSync(join(__dirname, 'chains.cases.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(/: /, 2) as [string, string]);

it.each(chains)('%s: %s', (ecosystem, chain) => {
  if (!isEcosystem(ecosystem)) throw new Error(`no ecosystem: ${ecosystem}`);
  const order = orderOf(ecosystem);
  const steps = chain.split(' < ').map((step) => step.split(' = '));
  const versions = steps.flatMap((spellings, step) => spellings.map((version) => ({ version, step })));

  const wrong = versions.flatMap((a) =>
    versions
      .filter((b) => compareVersions(order, a.version, b.version) !== Math.sign(a.step - b.step))
      .map((b) => `${a.version} ? ${b.version}`),
  );

  expect(wrong).toEqual([]);
  const isRead = (version: string) => order.accepts(version) || order.mayBeListed?.(version) === true;
  expect(versions.filter(({ version }) => !isRead(version))).toEqual([]);
});
