import { LIMITS } from '@stackcheck/contract';
import { SEVERITIES, type Severity } from '@stackcheck/osv-core';
import { osvCheck as query } from '@stackcheck/queries/osv';
import { ArrayMinSize, IsBoolean, IsIn, IsOptional } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { AlsoCalled } from '../../input/also-called';
import { defineRoute } from '../define-route';
import { ofBody, viewOf } from '../view-of';
import { PurlList } from './purl-list';

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

export const osvCheck = defineRoute<object, OsvCheckBody>({
  ...viewOf(query, ofBody<OsvCheckBody>()),
  method: 'POST',
  path: '/v1/osv/check',
  tags: ['osv', 'paid'],
  summary: 'Package vulnerabilities by purl',
  description: `Known vulnerabilities and malware of up to ${LIMITS.purlsMax} package versions, with fixed versions, the lowest safe version, known exploitation and its probability (EPSS). The order is kept; a purl that cannot be read is an entry with a reason, never one without vulnerabilities, and a package that no advisory names is unlisted, never clean.`,
  price: '0.02',
  body: OsvCheckBody,
  errors: ['too_many_items'],
  example: { body: { purls: ['pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1', 'pkg:npm/lodash@4.17.20'] } },
});
