import { expect, test } from 'vitest'
import { chosenColumns } from './column-choice.tsx'

type Column = Parameters<typeof chosenColumns>[0][number]

const columns: readonly Column[] = [
  { id: 'user', head: 'User' },
  { id: 'role', head: 'Role' },
  { id: 'active', head: 'Last active', wideOnly: true },
  { id: 'action', head: 'Action', isFixed: true },
]

const ids = (given: string | null) => chosenColumns(columns, given).map(({ id }) => id)

test('the address chooses columns; the first and the fixed ones stay', () => {
  expect(ids(null)).toEqual(['user', 'role', 'active', 'action'])
  expect(ids('active')).toEqual(['user', 'active', 'action'])
  expect(ids('active,role')).toEqual(['user', 'role', 'active', 'action'])
  expect(ids('')).toEqual(['user', 'action'])
  expect(ids('nothing')).toEqual(['user', 'action'])
})

test('a chosen column is also shown on screens that have no room for it by default', () => {
  expect(chosenColumns(columns, null).find(({ id }) => id === 'active')?.wideOnly).toBe(true)
  expect(chosenColumns(columns, 'active').find(({ id }) => id === 'active')?.wideOnly).toBe(false)
})
