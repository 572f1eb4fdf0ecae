import { type RoleName, roleNames } from '#lib/contract/call.ts'

/** Who may open which page; every other page is open to all. */
export const guardedPages = {
  '/upload': ['dancer'],
  '/musician-dashboard': ['copyright_owner'],
  '/profile': roleNames,
  '/kyc-upload': roleNames,
  '/officer': ['compliance_officer', 'super_admin'],
  // Its calls are the super admin's alone, and so is its link.
  '/superadmin': ['super_admin'],
  '/second-factor': ['compliance_officer', 'super_admin'],
} as const satisfies Record<string, readonly RoleName[]>

/** The roles that may open a path, null where it is open to all. */
export function rolesFor(pathname: string): readonly RoleName[] | null {
  const found = Object.entries(guardedPages).find(
    ([page]) => pathname === page || pathname.startsWith(`${page}/`),
  )
  return found ? found[1] : null
}

/** The login page that leads back to where the person wanted to go. */
export function loginPath(wanted: string): string {
  return `/login?next=${encodeURIComponent(wanted)}`
}

/** The page on which staff set up their second factor; whoever has to is shown no other guarded page. */
export const enrolmentPage = '/second-factor'

/** That page, which leads on to where the person wanted to go. */
export function enrolmentPath(wanted: string): string {
  return `${enrolmentPage}?next=${encodeURIComponent(wanted)}`
}
