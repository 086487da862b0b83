module.exports = { ...require('../../jest.preset.js'), displayName: 'epss-core', rootDir: __dirname };
