import { type RoleName, roleNames } from '#lib/contract/call.ts'

/** The roles that may open a page; other pages are open. */
export const guardedPages = {
  '/upload': ['dancer'],
  '/musician-dashboard': ['copyright_owner'],
  '/profile': roleNames,
  '/notifications': ['dancer', 'copyright_owner'],
  '/kyc-upload': roleNames,
  '/officer': ['compliance_officer', 'super_admin'],
  '/superadmin': ['super_admin'],
  '/second-factor': ['compliance_officer', 'super_admin'],
} as const satisfies Record<string, readonly RoleName[]>

/** Returns null if a path is open to all. */
export function rolesFor(pathname: string): readonly RoleName[] | null {
  const found = Object.entries(guardedPages).find(
    ([page]) => pathname === page || pathname.startsWith(`${page}/`),
  )
  return found ? found[1] : null
}

export function loginPath(wanted: string): string {
  return `/login?next=${encodeURIComponent(wanted)}`
}

/** Staff without a second factor can open no other guarded page. */
export const enrolmentPage = '/second-factor'

export function enrolmentPath(wanted: string): string {
  return `${enrolmentPage}?next=${encodeURIComponent(wanted)}`
}
