import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { env } from '#lib/core/env.ts'
import { auditKeyOf, knownAuditKeys } from '#lib/domain/audit/audit-keys.ts'
import { checkAuditFile } from '#lib/domain/audit/check-file.ts'

// `npm run audit:check -- file.csv` checks an exported audit file (docs/audit-chain.md) with only a key, no services.
// Exit code: 0 valid, 1 changed, 2 unknown.

const USAGE = `npm run audit:check -- file.csv          checks a file of the whole audit
npm run audit:check -- --part file.csv   checks the rows of a file that was taken with filters
npm run audit:check -- --key             prints the key for an auditor's AUDIT_KEY`

const NAMES =
  'Names (admin_username, affected_resource) are not sealed. Who did what to whom is proven by actor_id, subject_type, subject_id.'

const SHOWN = 50

const { values, positionals } = parseArgs({
  options: { part: { type: 'boolean', default: false }, key: { type: 'boolean', default: false } },
  allowPositionals: true,
  strict: true,
})
const [file, ...others] = positionals
if (values.key) console.log(auditKeyOf(env.KYC_KEY).toString('hex'))
else if (file === undefined || others.length > 0) {
  console.error(USAGE)
  process.exitCode = 2
} else process.exitCode = await check(file, values.part)

async function check(path: string, isPart: boolean): Promise<number> {
  const keys = env.AUDIT_KEY ? env.AUDIT_KEY.map((key) => Buffer.from(key, 'hex')) : knownAuditKeys()
  const { verdict, rows, end, problems } = checkAuditFile(await readFile(path, 'utf8'), keys, isPart)
  for (const problem of problems.slice(0, SHOWN)) console.error(problem)
  if (problems.length > SHOWN) console.error(`… and ${problems.length - SHOWN} more.`)
  if (verdict === 'holds') {
    console.log(
      isPart
        ? `${rows} rows hold. What stands between them in the audit is not in the file.`
        : `${rows} rows hold, each chained to the one before it, up to the export itself (${end?.at}).`,
    )
    if (end) console.log(`The newest is row ${end.position}: ${end.seal}`)
    console.log(NAMES)
    return 0
  }
  return verdict === 'changed' ? 1 : 2
}
