import { expect, test } from 'vitest'
import { statementName } from './statement-name.ts'

test.each([
  ['select "id" from "payout" where "id" = $1', 'select-payout'],
  ['insert into "payout" ("id") values ($1)', 'insert-payout'],
  ['update "payout" set "phone" = $1 where "id" = $2', 'update-payout'],
  ['SELECT "public"."video"."id" FROM "public"."video" WHERE 1 = 1', 'select-video'],
  ['with "due" as (select * from "refund") delete from "payout"', 'with-refund'],
  ['select 1', ''],
])('%s is named %s', (text, words) => {
  const name = statementName(text)
  expect(name.slice(0, -16)).toBe(words && `${words}-`)
  expect(name.slice(-16)).toMatch(/^[\w-]{16}$/)
  expect(statementName(`${text} `)).not.toBe(name)
})
