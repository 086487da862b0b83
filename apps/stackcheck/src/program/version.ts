/** Of this program, as `--version` prints it; a test compares it with package.json. */
export const VERSION = '0.5.0';
