import type { SignedInUser } from '#lib/client/session/session.ts'

export type NavigationItem = {
  /** Key in the messages' Nav. */
  word: 'home' | 'faq' | 'upload' | 'dashboard' | 'officer' | 'superadmin' | 'profile' | 'login' | 'signUp'
  path: string
  /** Users who see the item; by default everybody. */
  for?: 'visitors' | 'members' | 'superAdmins' | readonly SignedInUser['userType'][]
}

/** Only existing pages belong here. */
export const navigation: readonly NavigationItem[] = [
  { word: 'home', path: '/' },
  { word: 'faq', path: '/faq' },
  { word: 'upload', path: '/upload', for: ['dancer'] },
  { word: 'dashboard', path: '/musician-dashboard', for: ['musician'] },
  { word: 'profile', path: '/profile', for: 'members' },
  { word: 'officer', path: '/officer', for: ['officer'] },
  { word: 'superadmin', path: '/superadmin', for: 'superAdmins' },
  { word: 'login', path: '/login', for: 'visitors' },
  { word: 'signUp', path: '/register', for: 'visitors' },
]

export const getStartedPath = '/register'

export function navigationFor(
  user: Pick<SignedInUser, 'userType' | 'backendRole'> | null,
): readonly NavigationItem[] {
  return navigation.filter((item) => {
    if (item.for === undefined) return true
    if (item.for === 'visitors') return user === null
    if (item.for === 'members') return user !== null
    if (item.for === 'superAdmins') return user?.backendRole === 'super_admin'
    return user !== null && item.for.includes(user.userType)
  })
}

/** The page to open after a new account's sign-in. */
export function startPathFor(user: Pick<SignedInUser, 'userType'> | null): string {
  if (user?.userType === 'dancer') return '/upload'
  return user?.userType === 'musician' ? '/musician-dashboard' : '/profile'
}
