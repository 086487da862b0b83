module.exports = {
  projects: ['<rootDir>/libs/*', '<rootDir>/apps/*', '<rootDir>/tools/{bench,conformance,e2e,simulate,tidy}'],
  maxWorkers: '100%',
  testTimeout: 30_000,
};
