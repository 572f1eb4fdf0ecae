import { expect, test } from 'vitest'
import { register, USERNAME_UNFIT } from './calls.ts'

const sentencesOf = (username: string) =>
  register.body
    .safeParse({ username })
    .error?.issues.filter(({ path }) => path[0] === 'username')
    .map(({ message }) => message)

test.each(['Mr. Flex', '.dot', 'x.', '...', '50% off', '%2e%2e', 'A/C', 'C#', 'what?', 'a\\b', 'Zoé 💃'])(
  '%s is a name',
  (name) => expect(sentencesOf(name)).toEqual([]),
)

test.each(['..', '‥', './x', 'a/../b', '/x', 'x/', 'a//b', 'x.rsc', 'x.RSC'])(
  '%s is none, because it would be another address',
  (name) => expect(sentencesOf(name)).toEqual([USERNAME_UNFIT]),
)
