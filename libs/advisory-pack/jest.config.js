module.exports = { ...require('../../jest.preset.js'), displayName: 'advisory-pack', rootDir: __dirname };
