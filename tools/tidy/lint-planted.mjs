// Reads `[{ file, code }]` from stdin, lints each text as if it stood in that file, and writes `[[{ rule, message }]]`.
// A process of its own, because ESLint loads its configuration by import(), which jest's module registry does not offer.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
process.chdir(root);
createRequire(import.meta.url)('../check/project-graph.js').saveProjectGraph();

const eslint = new ESLint({ cwd: root });
const answers = [];
for (const { file, code } of JSON.parse(readFileSync(0, 'utf8'))) {
  const [result] = await eslint.lintText(code, { filePath: resolve(root, file) });
  answers.push(result.messages.map(({ ruleId, message }) => ({ rule: ruleId, message })));
}
process.stdout.write(JSON.stringify(answers), () => process.exit(0));
