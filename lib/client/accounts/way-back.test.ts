import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepWayBack, ownPlaceOf, toLogin, wayBack } from './way-back.ts'

const remembering = (path: string) => `?next=${encodeURIComponent(path)}`

test('leads back to the page that was asked for, with its query and hash', () => {
  expect(wayBack(remembering('/officer?tab=videos&page=2#row'))).toBe('/officer?tab=videos&page=2#row')
})

test('leads home where nothing is remembered', () => {
  expect(wayBack('')).toBe('/')
  expect(wayBack('?next=')).toBe('/')
})

test('leads dancers and musicians to their month where nothing is remembered, and home where home is', () => {
  expect(wayBack('', ownPlaceOf('dancer'))).toBe('/upload')
  expect(wayBack('', ownPlaceOf('musician'))).toBe('/musician-dashboard')
  expect(wayBack('', ownPlaceOf('officer'))).toBe('/')
  expect(wayBack(remembering('/'), ownPlaceOf('dancer'))).toBe('/')
  expect(wayBack(remembering('https://evil.example/'), ownPlaceOf('dancer'))).toBe('/upload')
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  'javascript:alert(1)',
  'profile',
])('does not leave for %j', (wanted) => {
  expect(wayBack(remembering(wanted))).toBe('/')
})

test.each(['/login', '/login/', '/login?next=/login', '/register', '/api/users/me/export/'])(
  'does not lead to %j',
  (wanted) => {
    expect(wayBack(remembering(wanted))).toBe('/')
  },
)

test('takes pages whose name begins like those for pages', () => {
  expect(wayBack(remembering('/logins'))).toBe('/logins')
})

test('stays on the origin whatever is remembered', () => {
  const hostile = fc.array(
    fc.constantFrom('/', '\\', '.', '..', ':', '@', 'evil.example', 'https', '%2f', '\t', '?', '#'),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        hostile.map((parts) => `/${parts.join('')}`),
        fc.string(),
      ),
      (wanted) => {
        const origin = 'https://ngoma.example'
        expect(new URL(wayBack(remembering(wanted)), `${origin}/login`).origin).toBe(origin)
      },
    ),
  )
})

test('is taken along among the account pages', () => {
  expect(wayBack(new URL(toLogin('/upload?tab=1'), 'http://x').search)).toBe('/upload?tab=1')
  expect(keepWayBack('/register', remembering('/upload'))).toBe('/register?next=%2Fupload')
  expect(keepWayBack('/register', '')).toBe('/register')
  expect(keepWayBack('/register', remembering('//evil.example'))).toBe('/register')
})
