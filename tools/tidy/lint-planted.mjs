// Reads `[{ file, code, rules? }]` from stdin, lints each text as if it stood in that file (`rules` replace those of the
// repository's configuration by name), and writes `[[{ rule, message, line }]]`.
// A process of its own, because ESLint loads its configuration by import(), which jest's module registry does not offer.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
process.chdir(root);
createRequire(import.meta.url)('../check/project-graph.js').saveProjectGraph();

const usual = new ESLint({ cwd: root });
const answers = [];
for (const { file, code, rules } of JSON.parse(readFileSync(0, 'utf8'))) {
  const eslint = rules ? new ESLint({ cwd: root, overrideConfig: { rules } }) : usual;
  const [result] = await eslint.lintText(code, { filePath: resolve(root, file) });
  answers.push(result.messages.map(({ ruleId, message, line }) => ({ rule: ruleId, message, line })));
}
process.stdout.write(JSON.stringify(answers), () => process.exit(0));
