module.exports = { ...require('../../jest.preset.js'), displayName: 'siege', rootDir: __dirname };
