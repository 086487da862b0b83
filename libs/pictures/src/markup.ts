/** Texts of others inside HTML, SVG and XML. */
export { Html, html, type HtmlValue } from './markup/html';
export { onOneLine, wellFormed } from './text/plain';
export { xmlAttribute, xmlText } from './text/xml-text';
