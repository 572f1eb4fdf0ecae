import { createHash } from 'node:crypto'

/** `select … from "payout"`, `INSERT INTO "public"."payout"`, `update "payout"`. */
const FIRST_TABLE = /^(?:(update)|(\w+).*?\b(?:from|into))\s+(?:"public"\.)?"(\w+)"/is

/** A name for a generated statement, with its verb and first table: `insert-payout-<hash>`. */
export function statementName(text: string): string {
  const [, update, verb, table] = FIRST_TABLE.exec(text) ?? []
  const hash = createHash('sha1').update(text).digest('base64url').slice(0, 16)
  return [(update ?? verb)?.toLowerCase(), table, hash].filter(Boolean).join('-')
}
