import { readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

export interface Counts {
  passed: number
  failed: number
  /** What failed, each with where it is and the first line of why. */
  failures: string[]
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

const errorMessage = z.object({ message: z.string().default('') })

const playwrightSuite = z.object({
  get suites() {
    return z.array(playwrightSuite).default([])
  },
  specs: z
    .array(
      z.object({
        title: z.string(),
        ok: z.boolean(),
        file: z.string(),
        line: z.number(),
        tests: z.array(
          z.object({
            status: z.string(),
            results: z.array(z.object({ errors: z.array(errorMessage).default([]) })),
          }),
        ),
      }),
    )
    .default([]),
})

const playwrightReport = z.object({
  stats: z.object({ expected: z.number() }),
  suites: z.array(playwrightSuite),
  errors: z.array(errorMessage),
})

/**
 * @param file what Vitest's json reporter wrote
 * @param code Vitest's exit code: a run that fails for a reason no test shows counts as one failure
 */
export function countVitest(file: string, code: number): Counts {
  const report = read(file, vitestReport)
  if (report === undefined) return sum(0, [], code)
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that could not even be read, or whose set-up failed, has no test that says so.
    if (failed.length === 0 && status === 'failed') return [told(inTree(name), message)]
    return failed.map((test) => told(`${inTree(name)} › ${test.fullName}`, test.failureMessages?.[0] ?? ''))
  })
  return sum(report.numPassedTests, failures, code)
}

/** The same for Playwright; a test that passed only when repeated has failed. */
export function countPlaywright(file: string, code: number): Counts {
  const report = read(file, playwrightReport)
  if (report === undefined) return sum(0, [], code)
  const failures = report.suites.flatMap(specsOf).flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const [why] = results.flatMap(({ errors }) => errors)
        return told(`${spec.file}:${spec.line} › ${spec.title}`, why?.message ?? '')
      }),
  )
  const outside = report.errors.map(({ message }) => told('outside of any test', message))
  return sum(report.stats.expected, [...failures, ...outside], code)
}

type Suite = z.infer<typeof playwrightSuite>

function specsOf({ specs, suites }: Suite): Suite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function sum(passed: number, failures: string[], code: number): Counts {
  if (failures.length > 0 || code === 0) return { passed, failed: failures.length, failures }
  return { passed, failed: 1, failures: [`ended with code ${code} for a reason that no test shows`] }
}

const root = path.join(import.meta.dirname, '..', '..')
const inTree = (file: string) => path.relative(root, file)

function told(where: string, why: string): string {
  const [line = ''] = stripVTControlCharacters(why)
    .split('\n')
    .filter((part) => part.trim() !== '')
  return line === '' ? where : `${where}\n    ${line.trim()}`
}

function read<Report>(file: string, schema: z.ZodType<Report>): Report | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
