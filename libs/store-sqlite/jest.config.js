module.exports = { ...require('../../jest.preset.js'), displayName: 'store-sqlite', rootDir: __dirname };
