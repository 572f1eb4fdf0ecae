import { defineConfig } from '@playwright/test'
import { chromiumArguments, findTestBrowser } from './tests/support/chromium.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/stack.ts',
  outputDir: 'test-results/browser',
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // Only for hanging tests: a slow machine needs three times as long as a fast one.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  projects: [
    { name: 'product', testIgnore: /(outage|officer)\.spec\.ts$/ },
    // Decides all pending cases, so it runs after the tests that still need theirs.
    { name: 'desk', testMatch: 'officer.spec.ts', dependencies: ['product'] },
    // Stops M-Pesa for all tests, so it runs last.
    { name: 'outage', testMatch: 'outage.spec.ts', dependencies: ['product', 'desk'] },
  ],
  use: {
    // Set by the global setup before the workers load this file.
    baseURL: process.env.NGOMA_E2E_URL,
    browserName: 'chromium',
    // A trace costs as much as the test. To record one, run `playwright test --trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Tests cannot mock requests that a service worker answers. Tests of the service worker override this.
    serviceWorkers: 'block',
    launchOptions: { executablePath: findTestBrowser(), args: chromiumArguments },
  },
})
