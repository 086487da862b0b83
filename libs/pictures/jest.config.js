module.exports = { ...require('../../jest.preset.js'), displayName: 'pictures', rootDir: __dirname };
