import { type NextRequest, NextResponse } from 'next/server'
import { inlineScript } from '#lib/client/browser/inline-script.ts'
import { env } from '#lib/core/env.ts'
import { calledHosts, contentPolicy, nonceScripts } from '#lib/web/pages/content-security.ts'
import { enrolmentPage, enrolmentPath, loginPath, rolesFor } from '#lib/web/session/guarded-pages.ts'
import { readPageCookie } from '#lib/web/session/page-cookie.ts'

// Only guarded pages and the one that refuses them: on public pages this proxy would halve the requests a second.
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

/** Sends people without a session to login, with the way back, those of another role to /unauthorized, and staff without a second factor to its set-up. */
export async function proxy(request: NextRequest) {
  const { pathname } = request.nextUrl
  if (pathname.startsWith('/pay/') || pathname.startsWith('/disputes/')) return withNonce(request)
  const response = await answer(request)
  // The page is a shell that Next keeps, and would let every cache on the way keep; who gets it is asked for each request.
  response.headers.set('cache-control', 'private, no-store')
  return response
}

async function answer(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl
  const roles = rolesFor(pathname)
  // The only open page here: the same for everybody, rendered beforehand, and sent with the status that it is about.
  if (!roles) return NextResponse.next({ status: 403 })
  const claims = await readPageCookie(request.cookies)
  if (!claims) return NextResponse.redirect(new URL(loginPath(pathname + search), request.url))
  if (!roles.includes(claims.role)) return NextResponse.redirect(new URL('/unauthorized', request.url))
  if (claims.mustEnrol && pathname !== enrolmentPage)
    return NextResponse.redirect(new URL(enrolmentPath(pathname + search), request.url))
  return NextResponse.next()
}

/** The pages of a payment and of a dispute are rendered for one person and kept nowhere: their inline scripts run by a nonce. */
function withNonce(request: NextRequest): NextResponse {
  const scripts = nonceScripts(crypto.randomUUID().replaceAll('-', ''), [inlineScript])
  const policy = `${scripts}; ${calledHosts(env.S3_PUBLIC_ENDPOINT || env.S3_ENDPOINT)}`
  const headers = new Headers(request.headers)
  // Next gives its scripts the nonce that it finds here.
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  // Next looks for the nonce in the first script-src of this one as well.
  response.headers.set('content-security-policy', `${policy}, ${contentPolicy(false)}`)
  return response
}
