import { expect, test } from 'vitest'
import { cachingOf } from './cache-policy.ts'

const origin = 'https://ngoma.test'
const video = '0198c0de-0000-7000-8000-000000000001'

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  cachingOf({ url: new URL(path, origin), origin, method, headers: new Headers(headers) })

test.each([
  ['/_next/static/chunks/0a1b.js', 'file'],
  [`/stills/${video}/480.avif`, 'picture'],
  ['/icons/icon-192.png', 'picture'],
  ['/', 'page'],
  ['/?tab=leaderboard', 'page'],
  ['/?sort=most-voted&lang=sw', 'page'],
  [`/video/${video}`, 'page'],
  ['/faq', 'page'],
  ['/rules', 'page'],
  ['/api/videos/?page=1&page_size=5&status=approved&ordering=-upload_date&section=this_month', 'read'],
  ['/api/leaderboard/', 'read'],
  ['/api/videos/challenges/current/', 'read'],
])('%s is cached as a %s', (path, caching) => {
  expect(ask(path)).toBe(caching)
})

test.each([
  '/login',
  '/register',
  '/reset-password?token=secret',
  '/verify-email?token=secret',
  '/cancel-withdrawal?token=secret',
  '/profile',
  '/upload',
  '/kyc-upload',
  '/musician-dashboard',
  '/officer',
  '/officer?tab=videos',
  '/superadmin',
  '/second-factor',
  '/unauthorized',
  `/pay/${video}`,
  '/claim',
  '/api/wallet/api/my-wallet/',
  '/api/wallet/api/transactions/',
  '/api/users/profiles/me/',
  '/api/admin/payments/',
  `/api/gifts/${video}/`,
  `/api/videos/${video}/`,
  `/api/videos/${video}/comments/`,
  '/api/videos/my-videos/',
  '/api/auth/session',
  '/api/leaderboard/mine/',
  '/api/videos/?page=3',
  '/api/videos/?search=amina',
  '/?utm_source=x',
  `/video/${video}?utm_source=x`,
  `/video/${video}/poster`,
  '/sw.js',
  '/manifest.webmanifest',
  '/media/videos/kayole-sunset.webm',
  'https://i.ytimg.com/vi/x/hqdefault.jpg',
  'https://elsewhere.test/_next/static/chunks/0a1b.js',
])('%s is never kept', (path) => {
  expect(ask(path)).toBeNull()
})

test('what is asked for with a token, to be written, or by Next’s client is never kept', () => {
  expect(ask('/api/videos/', { authorization: 'Bearer x' })).toBeNull()
  expect(ask('/api/leaderboard/', { authorization: 'Bearer x' })).toBeNull()
  expect(ask('/', {}, 'POST')).toBeNull()
  expect(ask('/', { rsc: '1' })).toBeNull()
  expect(ask('/faq', { rsc: '1' })).toBeNull()
})
