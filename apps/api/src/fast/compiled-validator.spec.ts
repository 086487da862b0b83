import 'reflect-metadata';
import { ServiceError } from '@stackcheck/contract';
import { Transform, Type } from 'class-transformer';
import { IsString, ValidateIf, ValidatePromise } from 'class-validator';
import fc from 'fast-check';
import type { InputClass } from '../input/input-class';
import { checkWhole, prepareCheck } from '../input/check-input';
import { anyChange, changed, INPUTS } from '../testing/hostile-inputs';
import { compiledValidator } from './compiled-validator';

function whole(type: InputClass, plain: object): object | undefined {
  try {
    return checkWhole(type, plain);
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

describe('the short way through the check of an input', () => {
  // What a member of any kind holds is somebody else's to check, so that its class has no short way for an object in it.
  const isOpen = (type: InputClass): boolean =>
    [...prepareCheck(type).structure.members.values()].some(({ structure }) => structure.kind === 'open');

  it.each(INPUTS.filter(([, type]) => !isOpen(type)))('of %s takes what is plainly good', (_name, type, [example]) => {
    const taken = compiledValidator(type)(example!);

    expect(taken).toBeInstanceOf(type);
    expect(taken).toStrictEqual(checkWhole(type, example!));
  });

  it.each(INPUTS)(
    'of %s never says yes where class-validator says no, and gives the same instance',
    (_name, type, of) => {
      const short = compiledValidator(type);

      fc.assert(
        fc.property(fc.constantFrom(...of), fc.array(anyChange, { maxLength: 3 }), (example, changes) => {
          const plain = changes.reduce(changed, example);
          const taken = short(plain);

          if (taken !== undefined) expect(taken).toStrictEqual(whole(type, plain));
        }),
        { numRuns: 300 },
      );
    },
  );

  class Renamed {
    @IsString()
    @Transform(({ value }) => String(value).toUpperCase())
    name!: string;
  }
  class Sometimes {
    @IsString({ validateIf: () => false })
    name!: string;
  }
  class Later {
    @ValidatePromise()
    name!: string;
  }
  class Unchecked {
    @IsString()
    @Type(() => Renamed)
    name!: string;
  }
  class WithCondition {
    @ValidateIf(({ name }: WithCondition) => name !== 'free')
    @IsString()
    other!: string;

    @IsString()
    name!: string;
  }

  it.each([Renamed, Sometimes, Later, Unchecked])(
    'says nothing of %p, which has decorators that it does not know',
    (type) => expect(compiledValidator(type)({ name: 'a' })).toBeUndefined(),
  );

  it('asks conditions as class-validator does', () => {
    const short = compiledValidator(WithCondition);

    expect(short({ name: 'free' })).toStrictEqual(checkWhole(WithCondition, { name: 'free' }));
    expect(short({ name: 'paid' })).toBeUndefined();
  });
});
