import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { expect } from 'vitest'
import { z } from 'zod'
import { findProgram } from '#server/local/programs/find.mjs'
import { readYaml } from './kustomize.ts'

export const folder = path.resolve(import.meta.dirname, '../../deploy/observability')

const ruleSchema = z.object({
  record: z.string().optional(),
  alert: z.string().optional(),
  expr: z.string(),
  labels: z.record(z.string(), z.string()).default({}),
})
export const rules = z
  .object({ groups: z.array(z.looseObject({ rules: z.array(ruleSchema.loose()) })) })
  .parse(readYaml(path.join(folder, 'rules.yml'))[0])
  .groups.flatMap((group) => group.rules)

/** Runs promtool and expects success. */
export function promtool(...args: string[]): void {
  const program = findProgram(['promtool'])
  if (program === undefined)
    throw new Error("promtool is missing: npm test installs it, or install Debian's package prometheus")
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: expect.any(String) })
}

export type Matcher = { readonly label: string; readonly op: string; readonly value: string }
export type Selector = { readonly metric: string; readonly matchers: readonly Matcher[] }

export type Query = {
  readonly selectors: readonly Selector[]
  /** Of `by`, `without`, `on`, `ignoring`, `group_left` and `group_right`. */
  readonly grouping: readonly string[]
}

/** What Grafana puts in place of its variables. */
const variables: Readonly<Record<string, string>> = {
  $__rate_interval: '5m',
  $namespace: 'ngoma',
}

export const withoutVariables = (expr: string) => expr.replaceAll(/\$\w+/g, (name) => variables[name] ?? name)

/** Reads a query of Prometheus, whose variables are replaced. @throws Error naming what cannot be parsed */
export function readQuery(expr: string): Query {
  const selectors: { metric: string; matchers: Matcher[] }[] = []
  const grouping: string[] = []
  parser.parse(expr).iterate({
    enter: ({ type, node, from, to }) => {
      const text = expr.slice(from, to)
      if (type.isError) throw new Error(`not PromQL at ${from}: ${expr}`)
      const parent = node.parent?.name
      if (type.name === 'VectorSelector') selectors.push({ metric: '', matchers: [] })
      const current = selectors.at(-1)
      if (type.name === 'Identifier' && parent === 'VectorSelector' && current) current.metric = text
      if (type.name === 'LabelName' && parent === 'GroupingLabels') grouping.push(text)
      if (type.name === 'UnquotedLabelMatcher' && current) {
        const [, label = '', op = '', value = ''] = /^(\w+)(=~|!~|!=|=)"(.*)"$/.exec(text) ?? []
        current.matchers.push({ label, op, value })
      }
    },
  })
  return { selectors, grouping }
}
