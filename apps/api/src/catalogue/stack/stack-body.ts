import { LIMITS } from '@stackcheck/contract';
import { SEVERITIES, type Severity } from '@stackcheck/osv-core';
import { EOL_WITHIN_DAYS_MAX, FAILURES, UNLISTED, type Failure, type Unlisted } from '@stackcheck/stack-core/policy';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { AlsoCalled } from '../../input/also-called';
import { BatchMax } from '../../input/batch-max';
import { EpssMin } from '../epss/epss-min';
import { AsOf } from '../eol/as-of';
import { IdText } from '../eol/id-text';
import { CveList } from '../kev/cve-list';
import { PurlList } from '../osv/purl-list';
import { ImageList } from './image-list';

export class StackItem {
  @IdText('A product id or alias, or a package URL without its version, such as pkg:pypi/django.', 'python')
  product!: string;

  @IdText('A version or cycle; always a string, since 3.10 is not a number.', '3.12.4')
  version!: string;
}

/** Far more than there are to name; a client that puts a list together may name one several times. */
const FAIL_ON_MAX = 50;

export class StackPolicy {
  @JSONSchema({ description: 'Cycles that end within so many days are warned about; 90 unless said.' })
  @IsInt({ message: 'eol_within_days must be a whole number' })
  @Max(EOL_WITHIN_DAYS_MAX, { message: `eol_within_days must be at most ${EOL_WITHIN_DAYS_MAX}` })
  @Min(0, { message: 'eol_within_days must be 0 or more' })
  @IsOptional()
  eol_within_days?: number;

  @JSONSchema({ description: 'Lowest severity that counts as vulnerable; high unless said.' })
  @IsIn(SEVERITIES, { message: `min_severity must be one of ${SEVERITIES.join(', ')}` })
  @IsOptional()
  min_severity?: Severity;

  @JSONSchema({
    description: 'What makes the verdict fail; everything else only warns. All unless said; epss goes with epss_min.',
    items: { type: 'string', enum: [...FAILURES] },
  })
  @IsIn(FAILURES, { each: true, message: `fail_on must hold only ${FAILURES.join(', ')}` })
  @ArrayMaxSize(FAIL_ON_MAX, { message: `fail_on must hold at most ${FAIL_ON_MAX} entries` })
  @IsArray({ message: `fail_on must be an array of ${FAILURES.join(', ')}` })
  @IsOptional()
  fail_on?: Failure[];

  @JSONSchema({ description: 'Whether a watch also reports new versions within a cycle; false unless said.' })
  @IsBoolean({ message: 'report_latest must be true or false' })
  @IsOptional()
  report_latest?: boolean;

  @JSONSchema({
    description:
      'What a package that no advisory names is: nothing (ignore), a warning, or doubt (unknown). Unless said: a warning where a listed name is one edit away, else nothing.',
  })
  @IsIn(UNLISTED, { message: `unlisted must be one of ${UNLISTED.join(', ')}` })
  @IsOptional()
  unlisted?: Unlisted;

  @EpssMin('EPSS score from which exploitation counts as likely. Not asked unless said.')
  epss_min?: number;

  @AsOf(
    'Support status, targets and deadlines are as of this day; known vulnerabilities, exploitation and scores stay those of today.',
  )
  as_of?: string;
}

const ITEMS = 'items must be an array of {product, version}';

/** The lists of a stack; each may be left out. */
export class StackEntries {
  @JSONSchema({
    description: `Product and version pairs; their order is kept. Items and images together are at most ${LIMITS.itemsMax}.`,
    items: { $ref: '#/components/schemas/StackItem' },
  })
  @BatchMax(LIMITS.itemsMax)
  @IsArray({ message: ITEMS })
  @ValidateNested({ each: true, message: ITEMS })
  @IsObject({ each: true, message: ITEMS })
  @Type(() => StackItem)
  @IsOptional()
  items?: StackItem[];

  @ImageList()
  @IsOptional()
  images?: string[];

  @CveList()
  @IsOptional()
  cves?: string[];

  @AlsoCalled('purls')
  @PurlList()
  @IsOptional()
  packages?: string[];
}

export class StackCheckBody extends StackEntries {
  @JSONSchema({ description: 'What the verdict is made by.', $ref: '#/components/schemas/StackPolicy' })
  @IsObject({ message: 'policy must be an object' })
  @ValidateNested({ message: 'policy must be an object' })
  @Type(() => StackPolicy)
  @IsOptional()
  policy?: StackPolicy;
}
