import * as fc from 'fast-check';
import { UnreadableFileError } from '../entries/format';
import { readXml } from './xml';

/** What a walk over a document calls, in short. */
function walked(text: string): readonly string[] {
  const calls: string[] = [];
  readXml(text, {
    open: (path, attributes, offset) => {
      calls.push(`<${path.join('/')} ${[...attributes()].map((pair) => pair.join('=')).join(' ')} ${offset}`);
    },
    text: (_path, piece) => void calls.push(JSON.stringify(piece)),
    close: (path) => void calls.push(`>${path.join('/')}`),
  });
  return calls;
}

describe('a walk over XML', () => {
  it('calls for elements, texts and CDATA in order, without prefixes', () => {
    const text =
      '<?xml version="1.0"?>\n<!-- <b> --><p:a x="1>2" p:y=\'&lt;&#65;\'>t&amp;u<b/><![CDATA[<&lt;]]></p:a >\n';

    expect(walked(text)).toEqual(['<a x=1>2 p:y=<A 34', '"t&u"', '<a/b  70', '>a/b', '"<&lt;"', '>a']);
  });

  it('skips a document type with its declarations, and expands nothing of it', () => {
    const text = `<!DOCTYPE a [<!ENTITY b "<c>]>"><!-- ]> " --><?x ]>?>]><a>&b;&#0;&#x110000;</a>`;

    expect(walked(text)).toEqual([expect.stringMatching('^<a '), '"&b;&#0;&#x110000;"', '>a']);
  });

  it.each([
    ['', 'no element'],
    ['text', 'text outside of the root'],
    ['<a>', 'no </a>'],
    ['<a></b>', '</b> closes another element'],
    ['</a>', '</a> closes another element'],
    ['<a/><b/>', 'a second root'],
    ['<a', 'a tag without its end'],
    ['<a <b/>', 'a tag without its end'],
    ['<a x="></a>', 'a tag without its end'],
    ['<1/>', 'a tag without its end, or with a wrong name'],
    ['<!-- <a/>', '<!-- without its end'],
    ['<a><![CDATA[</a>', '<![CDATA[ without its end'],
    ['<!DOCTYPE a [', '<!DOCTYPE without its end'],
    ['<?xml <a/>', '<? without its end'],
  ])('says what is wrong with %s', (text, reason) => {
    expect(() => walked(text)).toThrow(reason);
    expect(() => walked(text)).toThrow(UnreadableFileError);
  });

  it('names the line and column of a fault', () => {
    expect(() => walked('<a>\n  <b></c></a>')).toThrow('is no XML (line 2, column 6: </c> closes another element)');
  });

  it('is nested no deeper than files may be', () => {
    expect(walked(`${'<a>'.repeat(200)}${'</a>'.repeat(200)}`)).toHaveLength(400);
    expect(() => walked('<a>'.repeat(201))).toThrow('deeper than 200');
  });

  it('reads what was written, whatever its texts and attributes hold', () => {
    const escaped = (text: string) =>
      text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(/[\r\n\t]/g, ' ');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (content, value) => {
        const calls = walked(`<a b="${escaped(value)}">${escaped(content)}</a>`);

        const plain = (text: string) => text.replace(/[\r\n\t]/g, ' ');
        expect(calls[0]).toBe(`<a b=${plain(value)} 0`);
        expect(calls.slice(1)).toEqual([...(content === '' ? [] : [JSON.stringify(plain(content))]), '>a']);
      }),
    );
  });

  it('ends with calls or a fault for any text in its alphabet', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      'a',
      '"',
      "'",
      '!',
      '-',
      '[',
      ']',
      '?',
      'CDATA',
      'DOCTYPE',
      '&',
      ';',
      ' ',
      '=',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        let fault: unknown;

        try {
          walked(`<a>${pieces.join('')}</a>`);
        } catch (error) {
          fault = error;
        }

        expect(fault === undefined || fault instanceof UnreadableFileError).toBe(true);
      }),
    );
  });
});
