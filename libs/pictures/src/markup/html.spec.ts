import fc from 'fast-check';
import { anyText } from '../testing/hostile-texts';
import { html } from './html';

describe('the template tag', () => {
  it('lets no text leave its element or its attribute', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const made = html`<p title="${text}">${text}</p>`.text;

        expect(made.match(/[<>"]/g)?.join('')).toBe('<""><>');
      }),
    );
  });

  it('leaves what it made itself as it is, alone and in lists', () => {
    const one = html`<b>&</b>`;

    expect(html`${one}${[one, one]}${3}`.text).toBe('<b>&</b><b>&</b><b>&</b>3');
  });
});
