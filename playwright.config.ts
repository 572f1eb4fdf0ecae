import { defineConfig } from '@playwright/test'
import { chromiumArguments, findTestBrowser } from './tests/support/chromium.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/stack.ts',
  outputDir: 'test-results/browser',
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // For what hangs: a slow machine takes three times as long as a quick one.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  projects: [
    { name: 'product', testIgnore: /(outage|officer)\.spec\.ts$/ },
    // Decides about everything that waits, whoever handed it in: nobody else may still need theirs.
    { name: 'desk', testMatch: 'officer.spec.ts', dependencies: ['product'] },
    // M-Pesa goes away for everybody, so it goes last.
    { name: 'outage', testMatch: 'outage.spec.ts', dependencies: ['product', 'desk'] },
  ],
  use: {
    // Written into the environment by the global setup, before the workers load this file.
    baseURL: process.env.NGOMA_E2E_URL,
    browserName: 'chromium',
    // Recording costs as much as what it records: `playwright test --trace on` where one is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Requests that a worker answers can not be answered by a test. Tests of the worker itself let it in.
    serviceWorkers: 'block',
    launchOptions: { executablePath: findTestBrowser(), args: chromiumArguments },
  },
})
