import { NextRequest } from 'next/server'
import { expect, test } from 'vitest'
import { config, proxy } from '../../../proxy.ts'
import { guardedPages, loginPath, rolesFor } from './guarded-pages.ts'

test('each guarded page, and what lies below it, has its roles; every other page is open', () => {
  expect(rolesFor('/upload')).toEqual(['dancer'])
  expect(rolesFor('/musician-dashboard/')).toEqual(['copyright_owner'])
  expect(rolesFor('/officer/kyc/1')).toEqual(['compliance_officer', 'super_admin'])
  expect(rolesFor('/superadmin')).toEqual(['super_admin'])
  expect(rolesFor('/profile')).toHaveLength(4)
  for (const open of ['/', '/uploads', '/login', '/video/upload', '/api/videos/', '/unauthorized'])
    expect(rolesFor(open)).toBeNull()
})

test('the proxy is asked about all of these pages, and stays out of the way of public ones', () => {
  const guarded = Object.keys(guardedPages).map((page) => `${page}/:path*`)
  expect(config.matcher).toEqual(expect.arrayContaining(guarded))
  // /unauthorized gets its status there, the payment page its nonce.
  const others = config.matcher.filter((one) => !guarded.includes(one))
  expect(others).toEqual(['/unauthorized', '/pay/:path*', '/disputes/:path*'])
})

test('the way to login leads back', () => {
  expect(loginPath('/upload?tab=tracks')).toBe('/login?next=%2Fupload%3Ftab%3Dtracks')
})

test('no cache on the way keeps a guarded page, nor who is sent away from it', async () => {
  for (const path of [...Object.keys(guardedPages), '/superadmin/kyc/1', '/unauthorized']) {
    const answer = await proxy(new NextRequest(`http://127.0.0.1:3000${path}`))
    expect([path, answer.headers.get('cache-control')]).toEqual([path, 'private, no-store'])
  }
})
