/** The colours that pages and reports have in common. */
export { COLORS, colorVariables } from './colors/colors';
