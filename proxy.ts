import { type NextRequest, NextResponse } from 'next/server'
import { inlineScript } from '#lib/client/browser/inline-script.ts'
import { env } from '#lib/core/env.ts'
import { calledHosts, contentPolicy, nonceScripts } from '#lib/web/pages/content-security.ts'
import { enrolmentPage, enrolmentPath, loginPath, rolesFor } from '#lib/web/session/guarded-pages.ts'
import { readPageCookie } from '#lib/web/session/page-cookie.ts'

// Omits public pages, on which this proxy would halve the requests per second.
export const config = {
  matcher: [
    '/upload/:path*',
    '/musician-dashboard/:path*',
    '/profile/:path*',
    '/notifications/:path*',
    '/kyc-upload/:path*',
    '/officer/:path*',
    '/superadmin/:path*',
    '/second-factor/:path*',
    '/unauthorized',
    '/pay/:path*',
    '/disputes/:path*',
  ],
}

/**
 * Sends visitors without a session to login, other roles to /unauthorized, and staff without a second factor
 * to its set-up.
 */
export async function proxy(request: NextRequest) {
  const { pathname } = request.nextUrl
  if (pathname.startsWith('/pay/') || pathname.startsWith('/disputes/')) return withNonce(request)
  const response = await answer(request)
  // Next caches this shell. Other caches must not, because access is checked on each request.
  response.headers.set('cache-control', 'private, no-store')
  return response
}

async function answer(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl
  const roles = rolesFor(pathname)
  // /unauthorized: the only matched page without roles.
  if (!roles) return NextResponse.next({ status: 403 })
  const claims = await readPageCookie(request.cookies)
  if (!claims) return NextResponse.redirect(new URL(loginPath(pathname + search), request.url))
  if (!roles.includes(claims.role)) return NextResponse.redirect(new URL('/unauthorized', request.url))
  if (claims.mustEnrol && pathname !== enrolmentPage)
    return NextResponse.redirect(new URL(enrolmentPath(pathname + search), request.url))
  return NextResponse.next()
}

/** Payment and dispute pages are rendered per person and never cached, so inline scripts can use a nonce. */
function withNonce(request: NextRequest): NextResponse {
  const scripts = nonceScripts(crypto.randomUUID().replaceAll('-', ''), [inlineScript])
  const policy = `${scripts}; ${calledHosts(env.S3_PUBLIC_ENDPOINT || env.S3_ENDPOINT)}`
  const headers = new Headers(request.headers)
  // Next reads the nonce for its own scripts from this header.
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  // Next also reads this header: its first script-src must be the one with the nonce.
  response.headers.set('content-security-policy', `${policy}, ${contentPolicy(false)}`)
  return response
}
