module.exports = { ...require('../../jest.preset.js'), displayName: 'queries', rootDir: __dirname };
