module.exports = { ...require('../../jest.preset.js'), displayName: 'osv-core', rootDir: __dirname };
