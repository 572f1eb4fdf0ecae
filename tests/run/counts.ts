import { readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'

export interface Counts {
  passed: number
  failed: number
  /** Failures, with place and first line of the reason. */
  failures: string[]
}

/**
 * @param file Vitest's JSON report
 * @param code Vitest's exit code: a failure without a failed test counts as one
 */
export function countVitest(file: string, code: number): Counts {
  return counted(code, () => {
    const report: JsonTestResults = JSON.parse(readFileSync(file, 'utf8'))
    const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed')
      // A file that failed to load or set up has no failed test.
      if (failed.length === 0 && status === 'failed') return [told(inTree(name), message)]
      return failed.map((test) => told(`${inTree(name)} › ${test.fullName}`, test.failureMessages?.[0]))
    })
    return { passed: report.numPassedTests, failures }
  })
}

/** For Playwright; a test that passed only when repeated has failed. */
export function countPlaywright(file: string, code: number): Counts {
  return counted(code, () => {
    const report: JSONReport = JSON.parse(readFileSync(file, 'utf8'))
    const failures = report.suites.flatMap(specsOf).flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) => {
          const [why] = results.flatMap(({ errors }) => errors)
          return told(`${spec.file}:${spec.line} › ${spec.title}`, why?.message)
        }),
    )
    const outside = report.errors.map(({ message }) => told('outside of any test', message))
    return { passed: report.stats.expected, failures: [...failures, ...outside] }
  })
}

function specsOf({ specs = [], suites = [] }: JSONReportSuite): JSONReportSuite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function counted(code: number, read: () => Pick<Counts, 'passed' | 'failures'>): Counts {
  let found: Pick<Counts, 'passed' | 'failures'> = { passed: 0, failures: [] }
  try {
    found = read()
  } catch {
    // An interrupted run leaves no report, or half of one.
  }
  if (found.failures.length === 0 && code !== 0)
    found.failures.push(`ended with code ${code} for a reason that no test shows`)
  return { ...found, failed: found.failures.length }
}

const root = path.join(import.meta.dirname, '..', '..')
const inTree = (file: string) => path.relative(root, file)

function told(where: string, why = ''): string {
  const line = stripVTControlCharacters(why)
    .split('\n')
    .find((part) => part.trim() !== '')
  return line === undefined ? where : `${where}\n    ${line.trim()}`
}
