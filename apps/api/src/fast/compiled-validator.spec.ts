import 'reflect-metadata';
import { ServiceError } from '@stackcheck/contract';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import { getMetadataStorage } from 'class-validator';
import { defaultConverters } from 'class-validator-jsonschema/build/defaultConverters';
import fc from 'fast-check';
import { checkWhole, prepareCheck } from '../input/check-input';
import type { InputClass } from '../input/input-class';
import { SCHEMA_OPTIONS } from '../input/marked-schema';
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

/** An input class and those in it. */
function classesOf(type: InputClass): InputClass[] {
  const nested = [...prepareCheck(type).structure.members.keys()].flatMap((name) => {
    const of = defaultMetadataStorage!.findTypeMetadata(type, name)?.typeFunction() as InputClass | undefined;
    return of ? classesOf(of) : [];
  });
  return [type, ...nested];
}

/** Texts that two ways of counting characters may take for longer or shorter. */
const ODD_TEXTS = ['a\ufe0f', '\ufe0f', 'é', '\u{1f600}', '\ud83d', '\u0000', '\u007f', 'a\n', 'CVE-2021-44228\n'];

describe('the compiled validator', () => {
  it.each(INPUTS)('of %s takes what is plainly good', (_name, type, [example]) => {
    const taken = prepareCheck(type).takeGood(example!);
    const isOpen = [...prepareCheck(type).structure.members].some(
      ([name, { structure }]) => structure.kind === 'open' && name in example!,
    );

    // What a member of any kind holds is handed on by the whole check.
    if (isOpen) return expect(taken).toBeUndefined();
    expect(taken).toBeInstanceOf(type);
    expect(taken).toStrictEqual(checkWhole(type, example!));
  });

  it.each(INPUTS)(
    'of %s never says yes where class-validator says no, and gives the same instance',
    (_name, type, of) => {
      const { takeGood } = prepareCheck(type);
      const odd = fc.record({
        at: fc.nat(40),
        kind: fc.constant('replace' as const),
        value: fc.constantFrom(...ODD_TEXTS),
        name: fc.constant('x'),
      });

      fc.assert(
        fc.property(
          fc.constantFrom(...of),
          fc.array(fc.oneof(anyChange, odd), { maxLength: 3 }),
          (example, changes) => {
            const plain = changes.reduce(changed, example);
            const taken = takeGood(plain);

            if (taken !== undefined) expect(taken).toStrictEqual(whole(type, plain));
          },
        ),
        { numRuns: 400 },
      );
    },
  );

  // A rule that no schema can say would be a rule that the compiled validator does not ask.
  it.each(INPUTS)('knows every rule of %s', (_name, type) => {
    const known = { ...defaultConverters, ...SCHEMA_OPTIONS.additionalConverters };
    for (const one of classesOf(type)) {
      const metadatas = getMetadataStorage().getTargetValidationMetadatas(one, '', false, false);
      expect(metadatas.length).toBeGreaterThan(0);
      for (const { name, type: kind, constraints, validateIf, propertyName } of metadatas) {
        expect(validateIf).toBeUndefined();
        if (kind !== 'conditionalValidation') {
          expect(Object.keys(known)).toContain(name ?? kind);
          continue;
        }
        // A member may be left out, whatever the other members are; nothing else may decide whether it is validated.
        const isJudged = constraints[0] as (object: object, value: unknown) => boolean;
        for (const others of [{}, { a: 1 }]) {
          const judged = [undefined, 1].map((value) => isJudged({ ...others, [propertyName]: value }, value));
          expect(judged).toEqual([false, true]);
        }
      }
    }
  });

  it.each(INPUTS)('takes values as they were sent, and so does %s', (_name, type) => {
    for (const one of classesOf(type)) {
      const storage = defaultMetadataStorage as unknown as Record<string, (...of: unknown[]) => unknown>;
      const names = [...prepareCheck(one).structure.members.keys()];
      expect(storage['getExposedProperties']!(one, 0)).toEqual([]);
      expect(storage['getExcludedProperties']!(one, 0)).toEqual([]);
      for (const name of names) expect(storage['findTransformMetadatas']!(one, name, 0)).toEqual([]);
    }
  });

  it('is not made of a schema whose keywords it does not know', () => {
    expect(() => compiledValidator({ type: 'object', 'x-unheard-of': true })).toThrow('x-unheard-of');
    expect(() => compiledValidator({ type: 'array', 'x-form': 'colour' })).toThrow('no form is called colour');
  });
});
