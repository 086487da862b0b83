module.exports = { ...require('../../jest.preset.js'), displayName: 'simulate', rootDir: __dirname };
