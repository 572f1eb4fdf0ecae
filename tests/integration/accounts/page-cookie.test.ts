import { hkdfSync } from 'node:crypto'
import { EncryptJWT } from 'jose'
import { decode, encode } from 'next-auth/jwt'
import { afterAll, describe, expect, test } from 'vitest'
import { closeDb } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { readAccessToken } from '#lib/domain/accounts/access-token.ts'
import { logout, refreshTokens } from '#lib/domain/accounts/commands.ts'
import { findActor } from '#lib/domain/accounts/live-sessions.ts'
import { authorizeToken, nextAuthOptions } from '#lib/web/session/next-auth-options.ts'
import { readPageCookie } from '#lib/web/session/page-cookie.ts'
import { signInAs } from '#tests/support/people.ts'

afterAll(async () => {
  await Promise.all([closeDb(), closeRedis()])
})

const jar = (value: string) => ({ getAll: () => [{ name: 'next-auth.session-token', value }] })
type JwtCallback = NonNullable<NonNullable<typeof nextAuthOptions.callbacks>['jwt']>
type SignOut = NonNullable<NonNullable<typeof nextAuthOptions.events>['signOut']>
const jwt = (given: Pick<Parameters<JwtCallback>[0], 'token'> & { user?: object }) =>
  nextAuthOptions.callbacks?.jwt?.(given as Parameters<JwtCallback>[0])

const signOut = async (token: object) =>
  nextAuthOptions.events?.signOut?.({ token } as Parameters<SignOut>[0])

/** As next-auth derives it from the secret. */
const cookieKey = () =>
  new Uint8Array(hkdfSync('sha256', env.AUTH_SECRET, '', 'NextAuth.js Generated Encryption Key', 32))

describe('the cookie of pages', () => {
  test('is given for an access token and names the same session', async () => {
    const { access, user } = await signInAs('dancer')
    const claims = await readAccessToken(access)
    const authorized = await authorizeToken({ access })
    expect(authorized).toMatchObject({ id: user.id, name: user.username, sessionId: claims?.sessionId })
    const token = await jwt({ token: {}, user: authorized ?? {} })
    const cookie = await encode({ token: token ?? {}, secret: env.AUTH_SECRET })
    expect(await readPageCookie(jar(cookie))).toEqual(claims)
  })

  test('is not given for anything else', async () => {
    const { access, refresh } = await signInAs('dancer')
    for (const credentials of [{}, undefined, { access: 1 }, { access: refresh }, { access: `${access}x` }])
      expect(await authorizeToken(credentials)).toBeNull()
    await logout({ refresh })
    expect(await authorizeToken({ access })).toBeNull()
  })

  test('dies with its session', async () => {
    const { access, refresh } = await signInAs('dancer')
    const token = await jwt({ token: {}, user: (await authorizeToken({ access })) ?? {} })
    expect(await jwt({ token: token ?? {} })).toEqual(token)
    await logout({ refresh })
    await expect(jwt({ token: token ?? {} })).rejects.toThrow()
  })

  test('takes its session with it: signing the pages out ends the bearer too', async () => {
    const { access, refresh } = await signInAs('dancer')
    const token = await jwt({ token: {}, user: (await authorizeToken({ access })) ?? {} })
    await signOut(token ?? {})
    const claims = await readAccessToken(access)
    expect(await findActor(claims?.sessionId ?? '')).toBeNull()
    await expect(refreshTokens(refresh)).rejects.toThrow('Your session has ended. Please log in again.')
  })

  test('without a session in it ends nothing', async () => {
    await expect(signOut({})).resolves.toBeUndefined()
  })

  test('is not believed without an end, neither by pages nor by next-auth itself', async () => {
    const { user, access } = await signInAs('super_admin')
    const sid = (await readAccessToken(access))?.sessionId
    const token = { sub: user.id, sid, role: 'super_admin' }
    const endless = await new EncryptJWT(token)
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setIssuedAt()
      .setJti('endless')
      .encrypt(cookieKey())
    // It is one of ours: next-auth opens it.
    expect(await decode({ token: endless, secret: env.AUTH_SECRET })).toMatchObject(token)
    expect(await readPageCookie(jar(endless))).toBeNull()
    const read = nextAuthOptions.jwt?.decode
    expect(await read?.({ token: endless, secret: env.AUTH_SECRET })).toBeNull()
    const ending = await encode({ token, secret: env.AUTH_SECRET })
    expect(await read?.({ token: ending, secret: env.AUTH_SECRET })).toMatchObject(token)
  })

  test('is not believed where it is forged, or an access token in disguise', async () => {
    const { access, user } = await signInAs('super_admin')
    const forged = await encode({
      token: { sub: user.id, sid: user.id, role: 'super_admin' },
      secret: 'another secret than ours, of the same length',
    })
    for (const value of [forged, access, 'x', '']) expect(await readPageCookie(jar(value))).toBeNull()
    expect(await readPageCookie({ getAll: () => [] })).toBeNull()
  })
})
