import type { AnyQuery } from '@stackcheck/queries';
import { eolCheck, eolCycle, eolImage, eolProduct } from '@stackcheck/queries/eol';
import { epssCheck } from '@stackcheck/queries/epss';
import type { JsonSchema } from '@stackcheck/queries/json-schema';
import { kevCheck } from '@stackcheck/queries/kev';
import { modelsCheapest } from '@stackcheck/queries/models';
import { osvCheck } from '@stackcheck/queries/osv';
import { stackCheck, stackWatch } from '@stackcheck/queries/stack';
import { plainSchema } from './plain-schema';

/** A tool that is sold per call. */
export interface PaidTool {
  /** Verb and noun, e.g. `check_versions`. */
  readonly name: string;
  readonly title: string;
  /** One sentence: what a call answers, with its limit. */
  readonly says: string;
  /** The questions that it asks, one per call; the last one takes every argument. */
  readonly queries: readonly AnyQuery[];
  /** The question that these arguments ask, whether they are well formed or not. */
  queryOf(args: Readonly<Record<string, unknown>>): AnyQuery;
  /** JSON Schema of the arguments. */
  readonly input: JsonSchema;
}

/** Every tool that is sold, by what a project would ask first. */
export const PAID_TOOLS: readonly PaidTool[] = [
  sold(
    'check_stack',
    'Check a stack',
    stackCheck,
    'Judges images, versions, packages and CVE ids of a project together and gives one verdict with reasons, by a policy that may be sent.',
  ),
  sold(
    'watch_stack',
    'Watch a stack',
    stackWatch,
    'Compares a stack with its last check and reports only what changed; the returned token starts the next comparison.',
  ),
  sold(
    'check_packages',
    'Check packages for advisories',
    osvCheck,
    'Finds the published vulnerabilities and malware of up to 50 packages by package URL with version, and the version that is free of them.',
  ),
  sold(
    'check_versions',
    'Check versions for end of life',
    eolCheck,
    'Gives the support status and end-of-life date of up to 50 product versions, with the next supported one.',
  ),
  sold(
    'check_image',
    'Check a container image',
    eolImage,
    'Reads a container image reference or a Dockerfile FROM line and gives the support status of its runtime and operating system.',
  ),
  sold(
    'check_cves',
    'Check CVE ids for exploitation',
    kevCheck,
    'Says for up to 100 CVE ids whether CISA lists them as exploited in the wild, with due date and ransomware use.',
  ),
  sold(
    'score_cves',
    'Score CVE ids',
    epssCheck,
    'Gives the probability of exploitation (EPSS) and its percentile for up to 100 CVE ids.',
  ),
  sold(
    'find_cheapest_model',
    'Find the cheapest model',
    modelsCheapest,
    'Ranks the LLM models that meet the constraints by what a call of the given tokens costs.',
  ),
  {
    name: 'get_lifecycle',
    title: 'Get the lifecycle of a product',
    says: 'Lists every release cycle of a product with end-of-life date, support status and latest version, or one cycle of it.',
    queries: [eolProduct, eolCycle],
    queryOf: (args) => (args['cycle'] === undefined ? eolProduct : eolCycle),
    input: { ...plainSchema(eolCycle.schema.input), required: ['product'] },
  },
];

function sold(name: string, title: string, query: AnyQuery, says: string): PaidTool {
  return { name, title, says, queries: [query], queryOf: () => query, input: plainSchema(query.schema.input) };
}
