// A refresh token that is exchanged by two processes within its grace.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { closeDb } from '#lib/core/db.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { refreshTokens } from '#lib/domain/accounts/commands.ts'
import { signInAs } from '#tests/support/people.ts'

afterAll(async () => {
  await Promise.all([closeDb(), closeRedis()])
})

const script = `import { refreshTokens } from '#lib/domain/accounts/commands.ts'
  process.stdout.write(JSON.stringify(await refreshTokens(process.argv[1])), () => process.exit())`

test('two processes give the same pair for one refresh token', async () => {
  const { refresh } = await signInAs('dancer')
  // A token may begin with a hyphen.
  const args = ['--input-type=module', '--eval', script, '--', refresh]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(await refreshTokens(refresh)).toEqual(JSON.parse(stdout))
})
