import { type RoleName, roleNames } from '#lib/contract/call.ts'

/** The roles that may open a page. Every other page is open to all. */
export const guardedPages = {
  '/upload': ['dancer'],
  '/musician-dashboard': ['copyright_owner'],
  '/profile': roleNames,
  '/notifications': ['dancer', 'copyright_owner'],
  '/kyc-upload': roleNames,
  '/officer': ['compliance_officer', 'super_admin'],
  // Only super admins may make its calls, and only they see its link.
  '/superadmin': ['super_admin'],
  '/second-factor': ['compliance_officer', 'super_admin'],
} as const satisfies Record<string, readonly RoleName[]>

/** Returns the roles that may open a path, or null where it is open to all. */
export function rolesFor(pathname: string): readonly RoleName[] | null {
  const found = Object.entries(guardedPages).find(
    ([page]) => pathname === page || pathname.startsWith(`${page}/`),
  )
  return found ? found[1] : null
}

/** Returns the path of the login page, which leads back to where the person wanted to go. */
export function loginPath(wanted: string): string {
  return `/login?next=${encodeURIComponent(wanted)}`
}

/** The page on which staff set up their second factor. Until they have, they see no other guarded page. */
export const enrolmentPage = '/second-factor'

/** Returns the path of that page, which leads on to where the person wanted to go. */
export function enrolmentPath(wanted: string): string {
  return `${enrolmentPage}?next=${encodeURIComponent(wanted)}`
}
