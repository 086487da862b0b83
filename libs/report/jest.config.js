module.exports = { ...require('../../jest.preset.js'), displayName: 'report', rootDir: __dirname };
