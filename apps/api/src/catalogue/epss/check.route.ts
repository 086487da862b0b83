import { LIMITS } from '@stackcheck/contract';
import { epssCheck as query } from '@stackcheck/queries/epss';
import { ArrayMinSize } from 'class-validator';
import { defineRoute } from '../define-route';
import { CveList } from '../kev/cve-list';
import { ofBody, viewOf } from '../view-of';
import { EpssMin } from './epss-min';

class EpssCheckBody {
  @CveList()
  @ArrayMinSize(1, { message: 'cves must hold at least one CVE id' })
  cves!: string[];

  @EpssMin('Counts the ids whose score is at or above it, from 0 to 1.')
  epss_min?: number;
}

export const epssCheck = defineRoute<object, EpssCheckBody>({
  ...viewOf(query, ofBody<EpssCheckBody>()),
  method: 'POST',
  path: '/v1/epss/check',
  tags: ['epss', 'paid'],
  summary: 'Probability of exploitation by CVE id',
  description: `How probable it is that up to ${LIMITS.cvesMax} CVEs are exploited within 30 days (EPSS), with percentiles, the model and the day. The order is kept. None scored is an answer, too; a misspelt id is refused.`,
  price: '0.005',
  body: EpssCheckBody,
  errors: ['too_many_items'],
  example: { body: { cves: ['CVE-2021-44228', 'CVE-2023-45857'], epss_min: 0.1 } },
});
