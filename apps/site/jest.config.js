module.exports = { ...require('../../jest.preset.js'), displayName: 'site', rootDir: __dirname };
