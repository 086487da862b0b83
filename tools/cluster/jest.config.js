module.exports = { ...require('../../jest.preset.js'), displayName: 'cluster', rootDir: __dirname };
