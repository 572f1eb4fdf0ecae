import { expect, test } from 'vitest'
import { roleNames } from '#lib/contract/call.ts'
import { toSignedInUser, userTypeOf } from './change-session.ts'

const person = {
  id: '1',
  username: 'asha',
  first_name: 'Asha',
  last_name: 'Njeri',
  email: 'asha@ngoma.example',
}

test('roles read as the documented types, any other as dancer', () => {
  expect(Object.fromEntries([...roleNames, 'fan'].map((role) => [role, userTypeOf(role)]))).toEqual({
    dancer: 'dancer',
    copyright_owner: 'musician',
    compliance_officer: 'officer',
    super_admin: 'officer',
    fan: 'dancer',
  })
})

test('a login answer becomes the session user of the documents', () => {
  expect(toSignedInUser({ ...person, role: 'copyright_owner' })).toEqual({
    id: '1',
    username: 'asha',
    displayName: 'Asha Njeri',
    email: 'asha@ngoma.example',
    userType: 'musician',
    backendRole: 'copyright_owner',
    avatar: '🎵',
  })
})

test('who has no name is called by the username', () => {
  const nameless = { ...person, first_name: '', last_name: '', role: 'dancer' as const }
  expect(toSignedInUser(nameless)).toMatchObject({ displayName: 'asha', avatar: '💃' })
})
