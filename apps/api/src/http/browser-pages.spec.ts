import { isNavigation, takesPages } from './browser-pages';

const HTML = 'text/html,application/xhtml+xml';

it.each([
  ['a browser that opens a page', 'GET', 'navigate', HTML, true, true],
  ['a browser that sends a form', 'POST', 'navigate', HTML, false, true],
  ['a browser that asks for the head alone', 'HEAD', 'navigate', HTML, false, false],
  ['a script of a page', 'GET', 'cors', HTML, false, false],
  ['a browser that opens what is no page', 'GET', 'navigate', 'image/*', false, false],
  ['a browser that says no type', 'GET', 'navigate', undefined, false, false],
  ['a program', 'GET', undefined, '*/*', false, false],
  ['a program that asks for HTML', 'GET', undefined, HTML, false, false],
])('%s', (_what, method, mode, accept, navigates, takes) => {
  const headers = { 'sec-fetch-mode': mode, accept };

  expect([isNavigation({ method, headers }), takesPages({ method, headers })]).toEqual([navigates, takes]);
});
