import { defineConfig } from '@playwright/test'
import { chromiumArguments, findTestBrowser } from '../support/chromium.ts'

export default defineConfig({
  testDir: '.',
  globalSetup: './stack.ts',
  outputDir: '../../test-results/compose',
  forbidOnly: true,
  retries: 0,
  // One stack, which the last test dismantles.
  workers: 1,
  fullyParallel: false,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    // Set by the global setup, before the worker loads this file.
    baseURL: process.env.NGOMA_E2E_URL,
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findTestBrowser(), args: chromiumArguments },
  },
})
