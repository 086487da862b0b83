'use strict';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * The spellings of a kebab-case name.
 * @throws Error when it is none
 */
function spellings(name) {
  if (!NAME.test(name)) throw new Error(`"${name}" is no name in kebab-case, such as price-core`);
  const type = name.replace(/(?:^|-)([a-z0-9])/g, (_, letter) => letter.toUpperCase());
  return {
    name,
    type,
    value: type[0].toLowerCase() + type.slice(1),
    constant: name.toUpperCase().replaceAll('-', '_'),
  };
}

/** The templates' `__name__`, `__type__`, `__value__`, `__constant__` in a text or path. */
function filled(text, values) {
  return text.replace(/__([a-z]+)__/g, (whole, key) => values[key] ?? whole);
}

module.exports = { spellings, filled };
