import { runBatch, runNamed } from './run/run-batch';
import { ledgerFolder } from './model/disk';
async function main() {
  const [what, a, b] = process.argv.slice(2);
  if (what === 'one') {
    const f = ledgerFolder();
    const r = await runNamed(a!, f.path, undefined, true);
    console.log(r.trail.join('\n'));
    console.log({ ...r, trail: undefined });
    f.remove();
    return;
  }
  const t = Date.now();
  const r = await runBatch({ seed: b ?? '1', first: 0, end: Number(a), step: 1, brokenMax: 15 });
  const s = (Date.now() - t) / 1000;
  console.log({ ...r, broken: undefined }, s, r.schedules / s);
  for (const x of r.broken) console.log(x.name, x.violations.map((v) => `${v.invariant}: ${v.text}`).join('; '));
}
void main();
