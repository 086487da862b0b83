import { LEVELS, REASON_CODES } from '@stackcheck/stack-core';
import { SEVERITIES } from '@stackcheck/osv-core';
import fc from 'fast-check';
import type { AcceptedFinding, CycleInUse, Finding, FindingComponent, FindingPlace, Outcome } from '../outcome';
import { verdictOf } from '../verdict';
import { SAMPLE_OUTCOME } from './sample-outcome';

/** Texts that break a writer that forgets to escape: markup, terminal commands, wide and combining characters, lone surrogates. */
export const HOSTILE_TEXTS: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onload='alert(1)",
  '</style><svg/onload=alert(1)>',
  ']]><x/>&amp;&lt;&#x0;',
  'javascript:alert(1)',
  '\u001b[31mred\u001b]0;title\u0007',
  'a\r\nEND:VCALENDAR\r\nb;c,d\\e',
  '::error::%0A%25',
  '| a | `b` | @someone | #1 | ![x](https://example.org/y) |',
  '漢字とかな한국어',
  'e\u0301a\u0308o\u0302\u0323',
  '👩‍👩‍👧‍👦🇨🇭👍🏽',
  '\ud83d',
  '\u202egnp.exe\u2066',
  '\u0000\u0001\u007f\ufffe\uffff',
  '%2F..%5C a:b?c#d',
  '# heading\n- list\n1. one',
  'x'.repeat(300),
];

const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ maxLength: 60 }),
);

const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const anyDay = fc
  .date({ min: new Date('1999-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyInstant = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const anyLine = fc.integer({ min: 1, max: 200_000 });
const anySeverity = orNull(fc.constantFrom(...SEVERITIES));

const anyPlace: fc.Arbitrary<FindingPlace> = fc.record({ path: anyText, line: anyLine }, { requiredKeys: ['path'] });
const anyPlaces = fc.array(anyPlace, { minLength: 1, maxLength: 3 });

const anyComponent: fc.Arbitrary<FindingComponent> = fc.record(
  {
    kind: fc.constantFrom('package', 'image', 'product', 'cve'),
    name: anyText,
    version: orNull(anyText),
    purl: fc.oneof(anyText, fc.constant('pkg:npm/%40a/b@1.0.0?x=y#z')),
    image: anyText,
    product: anyText,
    cycle: anyText,
  },
  { requiredKeys: ['kind', 'name', 'version'] },
);

const anyOther = fc.record({ id: anyText, aliases: fc.array(anyText, { maxLength: 2 }), severity: anySeverity });

/** A finding of any level with texts of any kind. */
export const anyFinding: fc.Arbitrary<Finding> = fc.record(
  {
    level: fc.constantFrom(...LEVELS),
    code: fc.constantFrom(...REASON_CODES),
    key: anyText,
    id: anyText,
    aliases: fc.array(anyText, { maxLength: 2 }),
    others: fc.array(anyOther, { maxLength: 2 }),
    text: anyText,
    component: anyComponent,
    severity: anySeverity,
    due: orNull(anyDay),
    moveTo: orNull(anyText),
    dev: fc.boolean(),
    places: anyPlaces,
  },
  {
    requiredKeys: [
      'level',
      'code',
      'key',
      'id',
      'aliases',
      'text',
      'component',
      'severity',
      'due',
      'moveTo',
      'dev',
      'places',
    ],
  },
);

const anyAccepted: fc.Arbitrary<AcceptedFinding> = fc.record(
  {
    finding: anyFinding,
    until: orNull(anyDay),
    reason: anyText,
    assessment: fc.constantFrom(
      { state: 'not_affected', because: 'code_not_reachable' } as const,
      { state: 'not_affected', because: null } as const,
      { state: 'fixed' } as const,
    ),
  },
  { requiredKeys: ['finding', 'until', 'reason'] },
);

const anyCycle: fc.Arbitrary<CycleInUse> = fc.record({
  product: anyText,
  label: anyText,
  cycle: anyText,
  released: orNull(anyDay),
  active_until: orNull(anyDay),
  ends: orNull(anyDay),
  extended_until: orNull(anyDay),
  status: anyText,
  places: anyPlaces,
});

const anySnapshot = fc.record({
  dataset: fc.oneof(fc.constantFrom('eol', 'kev', 'osv'), anyText),
  snapshot_id: anyText,
  as_of: anyInstant,
  age_hours: fc.double({ min: 0, max: 5000, noNaN: true }),
  key_id: anyText,
  starter: fc.boolean(),
});

const anyFile: fc.Arbitrary<Outcome['inventory'][number]> = fc.record({
  path: anyText,
  format: anyText,
  readable: fc.boolean(),
  packages: fc.array(fc.record({ purl: anyText, line: anyLine }, { requiredKeys: ['purl'] }), { maxLength: 2 }),
  images: fc.array(fc.record({ ref: anyText, line: anyLine }, { requiredKeys: ['ref'] }), { maxLength: 2 }),
  products: fc.array(fc.record({ product: anyText, version: orNull(anyText), from: anyText }), { maxLength: 2 }),
  identified: fc.array(
    fc.record(
      { name: anyText, version: orNull(anyText), cpe: anyText, purl: anyText, os: fc.constant(true as const) },
      { requiredKeys: ['name', 'version'] },
    ),
    { maxLength: 1 },
  ),
  apart: fc.array(fc.record({ name: anyText, why: fc.constantFrom('git', 'range') }), { maxLength: 2 }),
  problems: fc.array(fc.record({ message: anyText }), { maxLength: 2 }),
});

/** An outcome with texts of any kind in every field; its counts and its verdict agree with its findings. */
export const anyOutcome: fc.Arbitrary<Outcome> = fc
  .record({
    findings: fc.array(anyFinding, { maxLength: 6 }),
    accepted: fc.array(anyAccepted, { maxLength: 2 }),
    known: fc.array(anyFinding, { maxLength: 2 }),
    notices: fc.array(anyText, { maxLength: 3 }),
    cycles: fc.array(anyCycle, { maxLength: 3 }),
    inventory: fc.array(anyFile, { maxLength: 3 }),
    day: anyDay,
    source: fc.constantFrom('snapshot', 'api', 'demo'),
    snapshots: fc.array(anySnapshot, { maxLength: 3 }),
    version: anyText,
    counts: fc.array(fc.nat(2_000_000), { minLength: 6, maxLength: 6 }),
  })
  .map(({ counts: [files, packages, images, products, apart, unlisted], ...parts }) => {
    const ofLevel = (level: string) => parts.findings.filter((finding) => finding.level === level).length;
    return {
      ...SAMPLE_OUTCOME,
      ...parts,
      verdict: verdictOf(parts.findings),
      summary: {
        files: files!,
        packages: packages!,
        images: images!,
        products: products!,
        apart: apart!,
        unlisted: unlisted!,
        fail: ofLevel('fail'),
        unknown: ofLevel('unknown'),
        warn: ofLevel('warn'),
        info: ofLevel('info'),
        accepted: parts.accepted.length,
        known: parts.known.length,
      },
    };
  });
