'use strict';
const { compiles } = require('./build');

module.exports = compiles('tsconfig.json');
