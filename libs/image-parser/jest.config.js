module.exports = { ...require('../../jest.preset.js'), displayName: 'image-parser', rootDir: __dirname };
