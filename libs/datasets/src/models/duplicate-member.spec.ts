import * as fc from 'fast-check';
import { duplicateMember } from './duplicate-member';

describe('a member stated twice', () => {
  it.each<[string, string | undefined]>([
    ['{"a":1,"b":{"a":2}}', undefined],
    ['{"a":1,"a":2}', 'a'],
    ['{"a":{"b":[{"c":1},{"c":1,"c":2}]}}', 'a/b/1/c'],
    ['[[],[0,{"a":1,"a":2}]]', '1/1/a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"a":"a","b":"a"}', undefined],
    ['{"a":"\\",\\"a\\":1","b":1}', undefined],
    ['["a","a"]', undefined],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['7', undefined],
  ])('%s: %s', (text, found) => {
    expect(duplicateMember(text)?.join('/')).toBe(found);
  });

  it('is never found in what a program wrote, and always where one was added (property)', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (object) => {
        const text = JSON.stringify(object);
        expect(duplicateMember(text)).toBeUndefined();

        const [name = ''] = Object.keys(object);
        expect(duplicateMember(`{${JSON.stringify(name)}:0,${text.slice(1)}`)).toEqual([name]);
      }),
    );
  });
});
