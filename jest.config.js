module.exports = {
  projects: [
    '<rootDir>/libs/*',
    '<rootDir>/apps/*',
    '<rootDir>/tools/{bench,conformance,demo,e2e,siege,simulate,tidy}',
  ],
  maxWorkers: '100%',
  testTimeout: 30_000,
};
