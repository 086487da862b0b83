import { LIMITS, ServiceError } from '@stackcheck/contract';
import { kevAmong, type KevEntryView } from '@stackcheck/kev-core';
import { checkPurlsInSteps, SEVERITIES, type PurlReport, type Severity } from '@stackcheck/osv-core';
import { ArrayMinSize, IsBoolean, IsIn, IsOptional } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { AlsoCalled } from '../../input/also-called';
import { defineRoute, type RouteDeps } from '../define-route';
import { paidAnswer } from '../json-schema';
import { PurlList } from './purl-list';
import { costOfPurls } from './batch-cost';
import { whyUnchecked } from './is-checkable';
import { whyNoneCheckable, type UncheckableEntry } from './none-checkable';
import { requireWithinBudget } from './within-budget';

class OsvCheckBody {
  @AlsoCalled('packages')
  @PurlList()
  @ArrayMinSize(1, { message: 'purls must hold at least one package URL' })
  purls!: string[];

  @JSONSchema({ description: 'Leave out what is rated below; what nobody rated stays in.' })
  @IsIn(SEVERITIES, { message: `min_severity must be one of ${SEVERITIES.join(', ')}` })
  @IsOptional()
  min_severity?: Severity;

  @JSONSchema({ description: 'Show withdrawn advisories, too; they never count.' })
  @IsBoolean({ message: 'include_withdrawn must be true or false' })
  @IsOptional()
  include_withdrawn?: boolean;
}

/** Nothing vulnerable is a 200: that is what a build pays for. Nothing readable is not. */
export const osvCheck = defineRoute<object, OsvCheckBody>({
  method: 'POST',
  path: '/v1/osv/check',
  operationId: 'service_osv_check',
  tags: ['osv', 'paid'],
  summary: 'Package vulnerabilities by purl',
  description: `Known vulnerabilities and malware of up to ${LIMITS.purlsMax} package versions, with fixed versions, the lowest safe version and known exploitation. The order is kept; a purl that cannot be read is an entry with a reason, never one without vulnerabilities, and a package that no advisory names is unlisted, never clean.`,
  price: '0.02',
  dataset: 'osv',
  joins: ['kev'],
  body: OsvCheckBody,
  output: { contentType: 'application/json', schema: paidAnswer('OsvCheck') },
  errors: ['too_many_items'],
  example: { body: { purls: ['pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1', 'pkg:npm/lodash@4.17.20'] } },
  cost: ({ body }, deps) => costOfPurls(deps.data('osv').index, body.purls),
  inspect({ body }, deps) {
    const { index } = deps.data('osv');
    requireWithinBudget(index, body.purls);
    const unchecked = body.purls.flatMap((purl) => {
      const reason = whyUnchecked(index, purl);
      return reason === null ? [] : [{ purl, reason }];
    });
    if (unchecked.length === body.purls.length) throw noneCheckable(unchecked, deps);
  },
  async answer({ body }, deps) {
    const { count, ...report } = await reportOn(body, deps);
    if (report.unresolved_count === count) throw noneCheckable(report.unresolved, deps);
    const kev = deps.peek('kev');
    const { results, unresolved, ...counts } = report;
    const data = {
      count,
      ...counts,
      kev_complete: kev?.index.complete ?? false,
      kev_snapshot_id: kev?.manifest.snapshot_id ?? null,
      results,
      unresolved,
    };
    return { json: { data, meta: deps.meta() } };
  },
});

function reportOn(body: OsvCheckBody, deps: RouteDeps): Promise<PurlReport<KevEntryView>> {
  const kev = deps.peek('kev')?.index;
  const { index } = deps.data('osv');
  requireWithinBudget(index, body.purls);
  const steps = checkPurlsInSteps<KevEntryView>(index, body.purls, {
    minSeverity: body.min_severity ?? undefined,
    includeWithdrawn: body.include_withdrawn ?? undefined,
    kevOf: (ids) => (kev === undefined ? null : kevAmong(kev, ids, deps.today)),
  });
  return deps.runSliced(steps, costOfPurls(index, body.purls));
}

/** The 400 of a batch of which nothing can be said, with why for each. */
function noneCheckable(unchecked: readonly UncheckableEntry[], deps: RouteDeps): ServiceError {
  return new ServiceError('bad_request', { message: whyNoneCheckable('purls', unchecked, deps.data('osv')) });
}
