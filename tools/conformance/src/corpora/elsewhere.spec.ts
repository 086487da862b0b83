import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { corpus, printCounts, readJson } from './corpus';

const ROOT = resolve(__dirname, '../../../..');
const sizeOf = (value: unknown): number =>
  Array.isArray(value) ? value.length : ((value as { numberOfTests?: number }).numberOfTests ?? 1);

/** Corpora that the specs of a library run, next to the code that they are about. Here they are only counted. */
const ELSEWHERE = [
  { path: 'wycheproof/ed25519_test.json', spec: 'libs/signing/src/ed25519.spec.ts', count: 151 },
  { path: 'dsse/vector.json', spec: 'libs/signing/src/ed25519.spec.ts', count: 1 },
  { path: 'jcs/testdata', spec: 'libs/signing/src/canonical-json.spec.ts', count: 6 },
  { path: 'eip712/typed-data.json.gz', spec: 'libs/payment-x402/src/signature/eip3009.spec.ts', count: 130 },
  { path: 'x402/spec-examples.json', spec: 'libs/payment-x402/src/wire/headers.spec.ts', count: 1 },
  { path: 'x402/spec-examples.json', spec: 'libs/payment-x402/src/signature/eip3009.spec.ts', count: 1 },
];

for (const { path, spec, count } of ELSEWHERE) {
  const file = corpus(path);
  file.describe(`${path}, run by ${spec}`, () => {
    it('has all its cases, and the spec names it', () => {
      const cases =
        path === 'jcs/testdata' ? readdirSync(join(file.path, 'input')).length : sizeOf(readJson(file.path));
      printCounts(path, { [`cases, run by ${spec}`]: cases });

      expect(cases).toBe(count);
      expect(existsSync(join(ROOT, spec))).toBe(true);
      expect(readFileSync(join(ROOT, spec), 'utf8')).toContain(path);
    });
  });
}
