'use strict';
const { say, seconds } = require('./workspace');

const REDRAW_MS = 200;
const REPEAT_MS = 5_000;
const BAR_WIDTH = 24;

/**
 * Shows a person what goes on while something takes long: on a terminal one line that is drawn again and again, elsewhere (a log)
 * a line every few seconds.
 * @param {() => string} text what goes on right now
 * @returns {{ end: () => void }}
 */
function showProgress(text, stream = process.stderr) {
  const onTerminal = stream.isTTY === true;
  const startedAt = Date.now();
  const line = () => `${text()}, ${seconds(Date.now() - startedAt)}`;
  const draw = () => stream.write(`\r\x1b[2K[stackcheck] ${shorten(line(), stream.columns)}`);
  const repeat = () => say(line());
  const timer = setInterval(onTerminal ? draw : repeat, onTerminal ? REDRAW_MS : REPEAT_MS);
  if (onTerminal) draw();
  return {
    end() {
      clearInterval(timer);
      if (onTerminal) stream.write('\r\x1b[2K');
    },
  };
}

/** `█████░░░ 57/213`. */
function bar(done, all) {
  const filled = all === 0 ? BAR_WIDTH : Math.round((BAR_WIDTH * done) / all);
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${done}/${all}`;
}

/** A line that is longer than the terminal cannot be drawn again in its place. */
function shorten(text, columns = 80) {
  const room = Math.max(20, columns - '[stackcheck] '.length - 1);
  return text.length > room ? `${text.slice(0, room - 1)}…` : text;
}

module.exports = { showProgress, bar };
