import { readFileSync } from 'node:fs'
import { z } from 'zod'

export interface Counts {
  passed: number
  failed: number
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
})

/**
 * @param file what Vitest's json reporter wrote
 * @param code Vitest's exit code: a run that fails for a reason no test shows counts as one failure
 */
export function countVitest(file: string, code: number): Counts {
  const report = read(file, vitestReport)
  if (report === undefined) return withExitCode({ passed: 0, failed: 0 }, code)
  const unreadable = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const failed = report.numFailedTests + unreadable.length
  return withExitCode({ passed: report.numPassedTests, failed }, code)
}

/** The same for Playwright; a test that passed only when repeated has failed. */
export function countPlaywright(file: string, code: number): Counts {
  const report = read(file, playwrightReport)
  if (report === undefined) return withExitCode({ passed: 0, failed: 0 }, code)
  const { expected, unexpected, flaky } = report.stats
  return withExitCode({ passed: expected, failed: unexpected + flaky }, code)
}

function withExitCode({ passed, failed }: Counts, code: number): Counts {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}

function read<Report>(file: string, schema: z.ZodType<Report>): Report | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
