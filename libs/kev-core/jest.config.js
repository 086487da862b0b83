module.exports = { ...require('../../jest.preset.js'), displayName: 'kev-core', rootDir: __dirname };
